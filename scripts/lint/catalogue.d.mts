/**
 * @param catalogue the patterns by their codes, by the name of their file
 * @param files the text of each file by its name
 * @returns what is wrong, a line each
 */
export function faultsOf(
	catalogue: Readonly<Record<string, Readonly<Record<string, string>>>>,
	files: Readonly<Record<string, string>>,
): string[];
