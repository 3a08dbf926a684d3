/**
 * @param texts the patterns by their codes
 * @param files the text of each file by its name
 * @returns what is wrong, a line each
 */
export function faultsOf(
	texts: Readonly<Record<string, string>>,
	files: Readonly<Record<string, string>>,
): string[];
