"""Compares detectors of speech on recordings mixed with noise; see Benchmarks/voice-activity.

voice_activity.py FRAMES WEIGHTS SILERO.onnx FOLDER
"""

import os, pathlib, resource, statistics, subprocess, sys, time, wave
import numpy, onnxruntime, webrtcvad

RATE, FRAME = 16000, 160  # frames of 10 ms
BEGIN, END = 6, 60  # frames that begin and end speech, for all detectors alike
random = numpy.random.default_rng(1)


def read(path):
    with wave.open(str(path)) as sound:
        if sound.getframerate() != RATE or sound.getnchannels() != 1: return None
        samples = numpy.frombuffer(sound.readframes(sound.getnframes()), numpy.int16)
    return samples.astype(numpy.float64) / 32768


def levels(samples):
    frames = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME)
    return 10 * numpy.log10(numpy.mean(frames**2, axis=1) + 1e-10)


def spoken(samples):
    """The frames with speech of a clean recording: from 25 dB below its loud parts on, as long as
    it stays within 35 dB of them; nothing shorter than 60 ms."""
    level = levels(samples)
    top = numpy.percentile(level, 95)
    floor = numpy.percentile(level, 5)
    high = max(top - 25, floor + 6)
    low = max(top - 35, floor + 3)
    truth = numpy.zeros(len(level), bool)
    index = 0
    while index < len(level):
        if level[index] < low:
            index += 1
            continue
        end = index
        while end < len(level) and level[end] >= low: end += 1
        if end - index >= 6 and level[index:end].max() >= high: truth[index:end] = True
        index = end
    return truth


def close_gaps(frames, longest):
    """Gaps of fewer frames than END belong to the utterance."""
    frames = frames.copy()
    on = numpy.flatnonzero(frames)
    for left, right in zip(on, on[1:]):
        if right - left <= longest: frames[left:right] = True
    return frames


def regions(frames):
    edges = numpy.flatnonzero(numpy.diff(numpy.concatenate(([0], frames.astype(int), [0]))))
    return list(zip(edges[::2], edges[1::2]))


# Noise


def white(count, others): return random.standard_normal(count)


def babble(count, others):
    sound = numpy.zeros(count)
    for _ in range(6):
        pieces, length = [], 0
        while length < count:
            piece = others[random.integers(len(others))]
            pieces.append(piece / numpy.sqrt(numpy.mean(piece**2)))
            length += len(piece)
        sound += numpy.concatenate(pieces)[:count]
    return sound


def hum(count, others):
    time = numpy.arange(count) / RATE
    return sum(
        numpy.sin(2 * numpy.pi * 50 * n * time + n) / n for n in (1, 2, 3, 4, 5, 6, 8, 10, 12)
    ) + 0.05 * random.standard_normal(count)


def keyboard(count, others):
    """About five strokes a second, each 5 ms of a burst that fades in 15 ms."""
    sound = 0.01 * random.standard_normal(count)
    at = 0
    while True:
        at += int(RATE * random.uniform(0.08, 0.35))
        length = int(0.05 * RATE)
        if at + length > count: return sound
        fade = numpy.exp(-numpy.arange(length) / (0.008 * RATE))
        sound[at : at + length] += random.uniform(2, 5) * fade * random.standard_normal(length)


def music(count, others):
    """Chords of four plucked notes and a beat, 100 a minute."""
    sound = numpy.zeros(count)
    step = int(0.6 * RATE)
    for beat, start in enumerate(range(0, count, step)):
        length = min(2 * step, count - start)
        time = numpy.arange(length) / RATE
        root = 110 * 2 ** ([0, 5, 7, 9][beat // 4 % 4] / 12)
        for interval in (0, 4, 7, 12 + beat % 3):
            pitch = root * 2 ** (interval / 12)
            for n in range(1, 6):
                sound[start : start + length] += (
                    numpy.sin(2 * numpy.pi * pitch * n * time) / n * numpy.exp(-time * 2 * n / 1.5))
        drum = min(length, RATE // 10)
        sound[start : start + drum] += (
            2 * random.standard_normal(drum) * numpy.exp(-numpy.arange(drum) / (0.02 * RATE)))
    return sound


# Detectors: from samples (Int16) to, for each frame, whether it is loud, and speech as reported


def hysteresis(loud):
    """What VoiceActivity does with its loud frames."""
    inside, contrary = False, 0
    heard = numpy.zeros(len(loud), bool)
    reported = numpy.zeros(len(loud), bool)
    for index, now in enumerate(loud):
        contrary = 0 if now == inside else contrary + 1
        if inside and now: heard[index] = True
        if contrary >= (END if inside else BEGIN):
            inside, contrary = bool(now), 0
            if inside: heard[index - BEGIN + 1 : index + 1] = True
        reported[index] = inside
    return heard, reported


class Ours:
    def __init__(self, *command): self.command = command

    def __call__(self, samples):
        out = subprocess.run(self.command, input=samples.tobytes(), capture_output=True,
                             check=True).stdout
        heard, reported = numpy.zeros(len(out), bool), numpy.zeros(len(out), bool)
        inside = False
        for index, byte in enumerate(out):
            if byte & 1: inside, heard[index - BEGIN + 1 : index + 1] = True, True
            if byte & 2: inside = False
            if byte & 4: heard[index] = True
            reported[index] = inside
        return heard, reported


class WebRTC:
    def __init__(self, mode): self.mode = mode

    def __call__(self, samples):
        vad = webrtcvad.Vad(self.mode)
        data = samples.tobytes()
        size = 2 * FRAME
        return hysteresis([vad.is_speech(data[i : i + size], RATE)
                           for i in range(0, len(data) - size + 1, size)])


class Silero:
    """As the model's own package uses it: 512 samples with the 64 before them; speech from 0.5 on,
    until less than 0.35."""

    def __init__(self, model):
        options = onnxruntime.SessionOptions()
        options.inter_op_num_threads = options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(
            model, options, providers=["CPUExecutionProvider"])

    def __call__(self, samples):
        sound = samples.astype(numpy.float32) / 32768
        state = numpy.zeros((2, 1, 128), numpy.float32)
        before = numpy.zeros(64, numpy.float32)
        rate = numpy.array(RATE, numpy.int64)
        loud = numpy.zeros(len(samples) // FRAME, bool)
        now = False
        for start in range(0, len(sound) - 511, 512):
            chunk = sound[start : start + 512]
            probability, state = self.session.run(
                None, {"input": numpy.concatenate((before, chunk))[None], "state": state,
                       "sr": rate})
            before = chunk[-64:]
            now = probability[0, 0] >= (0.35 if now else 0.5)
            # A frame is known when its chunk is.
            loud[(start + 511) // FRAME : (start + 1023) // FRAME] = now
        return hysteresis(loud)


def scene(pieces):
    """Recordings with pauses of 1.5 to 3 s between them: the sound, and which frames are spoken."""
    sound, truth = [numpy.zeros(2 * RATE)], [numpy.zeros(200, bool)]
    for piece in pieces:
        speech = spoken(piece)
        piece = piece[: len(speech) * FRAME]
        # −26 dBFS where it is spoken.
        piece = piece / numpy.sqrt(numpy.mean(piece.reshape(-1, FRAME)[speech] ** 2)) * 0.05
        pause = int(random.uniform(150, 300))
        sound += [piece, numpy.zeros(pause * FRAME)]
        truth += [speech, numpy.zeros(pause, bool)]
    return numpy.concatenate(sound), numpy.concatenate(truth)


def measure(truth, heard, reported, row):
    speech = close_gaps(truth, END)
    found = close_gaps(heard, END)
    length = min(len(speech), len(found))
    speech, found = speech[:length], found[:length]
    # Within 200 ms of an edge nothing is counted as false alarm.
    near = numpy.convolve(speech, numpy.ones(41), "same")[:length] > 0.5
    row["spoken"] += speech.sum()
    row["missed"] += (speech & ~found).sum()
    row["silent"] += (~near).sum()
    row["false"] += (~near & found).sum()
    all = regions(speech)
    for (_, end), (following, _) in zip(all, all[1:] + [(length, length)]):
        if following - end < 120: continue
        row["ends"] += 1
        # The end is right if it is reported after it and before the next speech.
        off = [i for i in range(end, following) if not reported[i]]
        if off and not reported[off[0] : following].all():
            row["delays"].append((off[0] - end) * 10)


def main():
    frames, weights, model, folder = sys.argv[1:]
    sounds = [sound for path in sorted(pathlib.Path(folder).glob("*.wav"))
              if (sound := read(path)) is not None]
    every = int(os.environ.get("EVERY", 1))
    speech, others = sounds[::2][::every], sounds[1::2]
    scenes = [scene(speech[i : i + 6]) for i in range(0, len(speech), 6)]
    detectors = {"loudness": Ours(frames), "network": Ours(frames, weights),
                 "Silero, onnx": Silero(model), "WebRTC 2": WebRTC(2), "WebRTC 3": WebRTC(3)}
    total = sum(len(sound) for sound, _ in scenes) / RATE
    print(f"Voice activity: {len(speech)} recordings, {total:.0f} s, "
          f"{100 * sum(t.sum() for _, t in scenes) / sum(len(t) for _, t in scenes):.0f} % spoken")
    print(f"{'noise':9}{'dB':>4}  {'detector':13}{'missed %':>9}{'false %':>9}"
          f"{'ends found %':>14}{'delay ms':>10}{'p95':>6}")
    spent = dict.fromkeys(detectors, 0.0)
    heard_seconds = 0.0
    sums = {name: [] for name in detectors}
    conditions = [("none", None)] + [
        (noise, ratio) for noise in ("white", "babble", "hum", "keyboard", "music")
        for ratio in (20, 10, 5, 0)]
    for noise, ratio in conditions:
        rows = {name: dict(spoken=0, missed=0, silent=0, false=0, ends=0, delays=[])
                for name in detectors}
        for sound, truth in scenes:
            # A microphone is never still: −65 dBFS.
            mixed = sound + 10 ** (-65 / 20) * random.standard_normal(len(sound))
            if ratio is not None:
                made = globals()[noise](len(sound), others)
                level = levels(made)
                # Its loudness where it is loud, so that strokes are compared, not what is between.
                loud = numpy.mean(10 ** (level[level >= numpy.percentile(level, 50)] / 10))
                mixed += made / numpy.sqrt(loud) * 0.05 * 10 ** (-ratio / 20)
            samples = numpy.clip(mixed * 32768, -32768, 32767).astype(numpy.int16)
            heard_seconds += len(samples) / RATE
            for name, detector in detectors.items():
                before = cpu()
                heard, reported = detector(samples)
                spent[name] += cpu() - before
                measure(truth, heard, reported, rows[name])
        for name, row in rows.items():
            values = (100 * row["missed"] / row["spoken"], 100 * row["false"] / row["silent"],
                      100 * len(row["delays"]) / row["ends"])
            sums[name].append(values)
            delays = sorted(row["delays"]) or [0]
            print(f"{noise:9}{'' if ratio is None else ratio:>4}  {name:13}{values[0]:9.1f}"
                  f"{values[1]:9.1f}{values[2]:14.0f}{statistics.median(delays):10.0f}"
                  f"{delays[int(0.95 * (len(delays) - 1))]:6.0f}")
    print()
    for name, values in sums.items():
        mean = numpy.mean(values, axis=0)
        print(f"mean           {name:13}{mean[0]:9.1f}{mean[1]:9.1f}{mean[2]:14.0f}"
              f"   {1000 * spent[name] / heard_seconds:6.2f} ms CPU a second of sound")


def cpu():
    own = resource.getrusage(resource.RUSAGE_SELF)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


main()
