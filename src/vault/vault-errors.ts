import { AppError } from "../core/app-error.ts";
import { type Message, message } from "../core/message.ts";

/** What can go wrong with the vault's file. Each tells the user what it means and what to do. */

/** The file is there but can't be what the vault wrote. It is never deleted. */
export class VaultDamagedError extends AppError {
	override readonly name = "VaultDamagedError";
	readonly detail: Message;

	/** @param detail what is wrong with it, as a part of a sentence */
	constructor(detail: Message, options?: ErrorOptions) {
		super(message("vault.damaged", { detail }), options);
		this.detail = detail;
	}
}

/** The tag did not fit: another password, or a file that somebody changed and summed anew. */
export class WrongPasswordError extends AppError {
	override readonly name = "WrongPasswordError";

	constructor(options?: ErrorOptions) {
		super(message("vault.wrong-password"), options);
	}
}

/** The system's own code, such as "ENOSPC". */
export function codeOf(error: unknown): string | null {
	if (typeof error !== "object" || error === null || error instanceof AppError || !("code" in error))
		return null;
	return typeof error.code === "string" ? error.code : null;
}

/** The disk refused. What stood in the vault before still stands. */
export class VaultDiskError extends AppError {
	override readonly name = "VaultDiskError";
	/** The system's own code, such as "ENOSPC". */
	readonly systemCode: string | null;

	constructor(cause: unknown) {
		const systemCode = codeOf(cause);
		super(message("vault.disk", { code: systemCode ?? "none" }), { cause });
		this.systemCode = systemCode;
	}
}
