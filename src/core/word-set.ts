// A list of whole words, written as one line: what a single word is compared with, where nothing has to be matched.

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(" "))
