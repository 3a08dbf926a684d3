/**
 * @param catalogue patterns by code, for each file name
 * @param files text of each file, by file name
 * @returns one line per fault
 */
export function faultsOf(
	catalogue: Readonly<Record<string, Readonly<Record<string, string>>>>,
	files: Readonly<Record<string, string>>,
): string[];
