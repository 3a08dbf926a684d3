export function anchorsOf(markdown: string): Set<string>;
export function citationsOfCode(source: string, name?: string): { cited: string; line: number }[];
export function citationsOfDocument(markdown: string): { link?: string; cited?: string; line: number }[];
export function citationFaults(root: string): string[];
