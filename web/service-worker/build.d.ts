/** Hash of the build: another one is another version of the web. */
declare const __VERSION__: string
/** The script that every page of this version names. */
declare const __APP__: string
/** Paths of all pages, without what else the contract says of them. */
declare const __PATHS__: string[]
/** Address of the list of the code and fonts that are kept on the device. */
declare const __CODE_LIST__: string
