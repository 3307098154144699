package import Dictation

/// A format that a key gave to a part of a text, or took from it.
struct Format: Hashable {
    /// Which one it was of all in this text.
    let number: Int
    private(set) var range: Range<Int>
    let key: EditingKey

    init(number: Int, range: Range<Int>, key: EditingKey) {
        (self.number, self.range, self.key) = (number, range, key)
    }

    /// Where it is once so many characters have taken the place of others.
    func moved(by replaced: Range<Int>, to count: Int) -> Format {
        func place(_ place: Int) -> Int {
            if place <= replaced.lowerBound { return place }
            if place >= replaced.upperBound { return place - replaced.count + count }
            return replaced.lowerBound + count
        }
        var format = self
        format.range = place(range.lowerBound)..<place(range.upperBound)
        return format
    }
}

extension EditHistory {
    /// The steps that change this text into another one, and its formats. The keys of formats give
    /// them as well as they take them away.
    package func steps(to other: EditHistory) -> [Insertion.Step] {
        let (old, new) = (Set(formats.map(\.number)), Set(other.formats.map(\.number)))
        if old == new { return textSteps(to: other) }
        let common = zip(string, other.string).prefix { $0 == $1 }.count
        var here = self
        var steps: [Insertion.Step] = []
        func toggle(_ format: Format) {
            guard !format.range.isEmpty, format.range.upperBound <= here.string.count else {
                return
            }
            var place = here
            place.select(format.range)
            steps += here.textSteps(to: place) + [.press(format.key)]
            here = place
        }
        for format in formats.reversed()
        where !new.contains(format.number) && format.range.upperBound <= common {
            toggle(format)
        }
        if string != other.string {
            steps += here.textSteps(to: other)
            here = other
        }
        other.formats.filter { !old.contains($0.number) }.forEach(toggle)
        return steps + here.textSteps(to: other) + other.formatsLeft.map { .press($0) }
    }

    /// The formats of the text before the cursor, which what is typed next would have, too. Within a
    /// word the key would be about that.
    private var formatsLeft: [EditingKey] {
        guard selected == 0, right.first.map({ $0.isLetter || $0.isNumber }) != true else {
            return []
        }
        return [EditingKey.bold, .italic, .underline].filter { key in
            let here = formats.filter {
                $0.key == key && !$0.range.isEmpty && $0.range.upperBound == selection.upperBound
            }
            return !here.count.isMultiple(of: 2)
        }
    }
}
