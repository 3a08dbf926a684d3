export interface CommentFault {
	/** Line number, starting at 1. */
	readonly line: number;
	readonly fault: string;
}

export interface NameFault extends CommentFault {
	readonly name: string;
}

export function wordsOf(name: string): readonly string[];
export function commentFaults(source: string): readonly CommentFault[];
export function nameFaults(source: string, path?: string): readonly NameFault[];
export function proseFaults(root: string): readonly string[];
