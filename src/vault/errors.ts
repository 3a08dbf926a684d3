/** What can go wrong with the vault's file. Each message tells the person what it means and what to do. */

/** The file is there but can't be what the vault wrote. It is never deleted. */
export class VaultDamagedError extends Error {
	override readonly name = "VaultDamagedError";
	readonly detail: string;

	constructor(detail: string, options?: ErrorOptions) {
		super(
			`The vault file is damaged (${detail}). Your accounts can be restored with the recovery phrase or the ` +
				"imported keys; the damaged file is kept beside the new one.",
			options,
		);
		this.detail = detail;
	}
}

/** The tag did not fit: another password, or a file that somebody changed and summed anew. */
export class WrongPasswordError extends Error {
	override readonly name = "WrongPasswordError";

	constructor(options?: ErrorOptions) {
		super("This password does not open the vault.", options);
	}
}

const DISK_WORDS: Readonly<Record<string, string>> = {
	ENOSPC: "The disk is full",
	EDQUOT: "The disk quota is used up",
	EROFS: "The disk can only be read",
	EACCES: "The vault's folder may not be written",
	EPERM: "The vault's folder may not be written",
	EIO: "The disk reports an error",
};

export function codeOf(error: unknown): string | null {
	if (typeof error !== "object" || error === null || !("code" in error)) return null;
	return typeof error.code === "string" ? error.code : null;
}

/** The disk refused. What stood in the vault before still stands. */
export class VaultDiskError extends Error {
	override readonly name = "VaultDiskError";
	readonly code: string | null;

	constructor(cause: unknown) {
		const code = codeOf(cause);
		const what = (code === null ? undefined : DISK_WORDS[code]) ?? "The vault's file could not be written";
		super(
			`${what}${code === null ? "" : ` (${code})`}. Nothing in the vault changed; put that right and try again.`,
			{
				cause,
			},
		);
		this.code = code;
	}
}
