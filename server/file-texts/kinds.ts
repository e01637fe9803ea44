export type TextKind = 'pdf' | 'word' | 'slides' | 'sheets' | 'opendocument' | 'encrypted-office' | 'html' | 'plain'

const kindsByType: [RegExp, TextKind][] = [
  [/^application\/pdf$/, 'pdf'],
  [/^application\/vnd\.(openxmlformats-officedocument\.wordprocessingml\.|ms-word\..*macroenabled)/, 'word'],
  [/^application\/vnd\.(openxmlformats-officedocument\.presentationml\.|ms-powerpoint\..*macroenabled)/, 'slides'],
  [/^application\/vnd\.(openxmlformats-officedocument\.spreadsheetml\.|ms-excel\..*macroenabled)/, 'sheets'],
  [/^application\/vnd\.oasis\.opendocument\.(text|presentation|spreadsheet)/, 'opendocument'],
  [/^(text\/html|application\/xhtml\+xml)$/, 'html'],
  [/^text\/(plain|markdown|x-markdown|csv|tab-separated-values)$/, 'plain'],
]

/** Kinds by extension, where the content shows only a container, or nothing. */
const kindsByExtension: Record<string, [RegExp, TextKind][]> = {
  'application/zip': [
    [/^(docx|docm|dotx)$/, 'word'],
    [/^(pptx|pptm|ppsx|potx)$/, 'slides'],
    [/^(xlsx|xlsm|xltx)$/, 'sheets'],
    [/^(odt|ott|odp|otp|ods|ots)$/, 'opendocument'],
  ],
  // Office puts a file with a password into the container of its older formats
  'application/x-cfb': [[/^(docx|docm|dotx|pptx|pptm|ppsx|potx|xlsx|xlsm|xltx)$/, 'encrypted-office']],
  // text in UTF-16 or Windows-1252
  'application/octet-stream': [[/^(txt|md|csv|tsv)$/, 'plain']],
}

/** Undefined for a kind of file without text to take out. `fileType` is that of `detectType`. */
export function textKindOf(fileType: string, name: string): TextKind | undefined {
  const extension = /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? ''
  const find = (kinds: [RegExp, TextKind][], value: string) => kinds.find(([pattern]) => pattern.test(value))?.[1]
  return find(kindsByType, fileType.toLowerCase()) ?? find(kindsByExtension[fileType] ?? [], extension)
}
