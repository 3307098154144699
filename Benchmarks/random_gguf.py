"""random_gguf.py FILE

Writes a model for libtranscribe of a real one's size and shape, Parakeet with 110 million weights, that
understands nothing: its weights are random. What it costs to run is what the real one costs.
"""
import os
import random
import struct
import sys

LAYERS, WIDTH, HEADS, INNER, BINS, CHANNELS = 17, 512, 8, 2048, 80, 256
KERNEL, MEMORY, WORDS = 9, 640, 1024
F32, F16, Q8_0 = 0, 1, 8

noise = random.Random(1)
halves = struct.pack("<65536e", *(noise.gauss(0, 1e-3) for _ in range(65536)))
floats = struct.pack("<65536f", *(noise.gauss(0, 1e-3) for _ in range(65536)))


def tiled(pattern, size):
    return (pattern * (size // len(pattern) + 1))[:size]


def data(kind, count, value):
    if value is not None:
        return struct.pack("<f", value) * count
    if kind == F32:
        return tiled(floats, 4 * count)
    if kind == F16:
        return tiled(halves, 2 * count)
    # Blocks of 32 bytes, each after its scale.
    blocks = bytearray(os.urandom(count // 32 * 34))
    scale = struct.pack("<e", 5e-5)
    blocks[0::34] = scale[:1] * (count // 32)
    blocks[1::34] = scale[1:] * (count // 32)
    return bytes(blocks)


def text(value):
    return struct.pack("<Q", len(value.encode())) + value.encode()


def value(thing):
    if isinstance(thing, bool):
        return struct.pack("<IB", 7, thing)
    if isinstance(thing, int):
        return struct.pack("<II", 4, thing)
    if isinstance(thing, float):
        return struct.pack("<If", 6, thing)
    if isinstance(thing, str):
        return struct.pack("<I", 8) + text(thing)
    kind, form = {str: (8, None), int: (5, "<i"), float: (6, "<f")}[type(thing[0])]
    items = (text(item) if form is None else struct.pack(form, item) for item in thing)
    return struct.pack("<IIQ", 9, kind, len(thing)) + b"".join(items)


tensors = []


def tensor(name, shape, kind=F32, value=None):
    tensors.append((name, shape, kind, value))


rows = BINS
for _ in range(3):
    rows = (rows - 1) // 2 + 1
for place, shape in (
    (0, (3, 3, 1, CHANNELS)), (2, (3, 3, 1, CHANNELS)), (3, (1, 1, CHANNELS, CHANNELS)),
    (5, (3, 3, 1, CHANNELS)), (6, (1, 1, CHANNELS, CHANNELS)),
):
    tensor(f"enc.pre_encode.conv.{place}.weight", shape, F16)
    tensor(f"enc.pre_encode.conv.{place}.bias", (CHANNELS,))
tensor("enc.pre_encode.out.weight", (CHANNELS * rows, WIDTH), Q8_0)
tensor("enc.pre_encode.out.bias", (WIDTH,))
for layer in range(LAYERS):
    block = f"enc.blocks.{layer}."
    for norm in ("ff1", "attn", "conv", "ff2", "out"):
        tensor(f"{block}norm_{norm}.weight", (WIDTH,), value=1.0)
        tensor(f"{block}norm_{norm}.bias", (WIDTH,))
    for forward in ("ff1", "ff2"):
        tensor(f"{block}{forward}.linear1.weight", (WIDTH, INNER), Q8_0)
        tensor(f"{block}{forward}.linear2.weight", (INNER, WIDTH), Q8_0)
    for part in ("q", "k", "v", "out", "pos"):
        tensor(f"{block}attn.linear_{part}.weight", (WIDTH, WIDTH), Q8_0)
    for bias in "uv":
        tensor(f"{block}attn.pos_bias_{bias}", (WIDTH // HEADS, HEADS))
    tensor(f"{block}conv.pointwise1.weight", (1, WIDTH, 2 * WIDTH), F16)
    tensor(f"{block}conv.depthwise.weight", (KERNEL, 1, WIDTH), F16)
    tensor(f"{block}conv.pointwise2.weight", (1, WIDTH, WIDTH), F16)
    for name, fixed in (("weight", 1.0), ("running_var", 1.0), ("bias", None),
                        ("running_mean", None)):
        tensor(f"{block}conv.bn.{name}", (WIDTH,), value=fixed)
tensor("pred.embed.weight", (MEMORY, WORDS + 1), Q8_0)
for layer in range(2):
    tensor(f"pred.lstm.{layer}.Wx", (MEMORY, 4 * MEMORY), Q8_0)
    tensor(f"pred.lstm.{layer}.Wh", (MEMORY, 4 * MEMORY), Q8_0)
    tensor(f"pred.lstm.{layer}.bias", (4 * MEMORY,))
for part, width in (("enc", WIDTH), ("pred", MEMORY)):
    tensor(f"joint.{part}.weight", (width, MEMORY), Q8_0)
    tensor(f"joint.{part}.bias", (MEMORY,))
tensor("joint.out.weight", (MEMORY, WORDS + 1), Q8_0)
tensor("joint.out.bias", (WORDS + 1,))

encoder, model, front = "stt.parakeet.encoder.", "stt.parakeet.", "stt.frontend."
pairs = {
    "general.architecture": "parakeet", "stt.variant": "random", "stt.capability.streaming": False,
    "general.languages": ["en"], "tokenizer.ggml.model": "unigram",
    "tokenizer.ggml.tokens": [f"▁w{word}" for word in range(WORDS)],
    "tokenizer.ggml.scores": [-float(word) for word in range(WORDS)],
    "tokenizer.ggml.token_type": [1] * WORDS, "tokenizer.ggml.unknown_token_id": 0,
    encoder + "n_layers": LAYERS, encoder + "d_model": WIDTH, encoder + "n_heads": HEADS,
    encoder + "d_ff": INNER, encoder + "conv_kernel": KERNEL, encoder + "subsampling_factor": 8,
    encoder + "subsampling_channels": CHANNELS, encoder + "pos_emb_max_len": 5000,
    model + "head_kind": "rnnt", model + "predictor.hidden": MEMORY,
    model + "predictor.n_layers": 2, model + "predictor.vocab": WORDS + 1,
    model + "joint.hidden": MEMORY, model + "joint.num_extra_outputs": 0,
    model + "joint.activation": "relu", front + "type": "mel", front + "num_mels": BINS,
    front + "sample_rate": 16000, front + "n_fft": 512, front + "win_length": 400,
    front + "hop_length": 160, front + "window": "hann", front + "normalize": "none",
    front + "dither": 0.0, front + "pre_emphasis": 0.97, front + "f_min": 0.0,
    front + "f_max": 8000.0,
}


def count(shape):
    result = 1
    for side in shape:
        result *= side
    return result


def padded(size):
    return (size + 31) // 32 * 32


header = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(pairs))
header += b"".join(text(key) + value(thing) for key, thing in pairs.items())
offset = 0
for name, shape, kind, _ in tensors:
    header += text(name) + struct.pack("<I", len(shape))
    header += struct.pack(f"<{len(shape)}Q", *shape) + struct.pack("<IQ", kind, offset)
    size = {F32: 4 * count(shape), F16: 2 * count(shape), Q8_0: count(shape) // 32 * 34}[kind]
    offset += padded(size)
with open(sys.argv[1], "wb") as file:
    file.write(header.ljust(padded(len(header)), b"\0"))
    for name, shape, kind, fixed in tensors:
        content = data(kind, count(shape), fixed)
        file.write(content.ljust(padded(len(content)), b"\0"))
