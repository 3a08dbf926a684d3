import { AppError } from "../core/app-error.ts";
import { type Message, message } from "../core/message.ts";

/** Faults of the vault file. Each explains its meaning and the next step. */

/** The file exists but was not written by the vault in this form. It is never deleted. */
export class VaultDamagedError extends AppError {
	override readonly name = "VaultDamagedError";
	readonly detail: Message;

	/** @param detail the fault, as a part of a sentence */
	constructor(detail: Message, options?: ErrorOptions) {
		super(message("vault.damaged", { detail }), options);
		this.detail = detail;
	}
}

/** The tag did not match: another password, or a modified file with a new checksum. */
export class WrongPasswordError extends AppError {
	override readonly name = "WrongPasswordError";

	constructor(options?: ErrorOptions) {
		super(message("vault.wrong-password"), options);
	}
}

/** Returns the system's error code, such as "ENOSPC". */
export function codeOf(error: unknown): string | null {
	if (typeof error !== "object" || error === null || error instanceof AppError || !("code" in error))
		return null;
	return typeof error.code === "string" ? error.code : null;
}

/** The disk failed. The vault's previous content is intact. */
export class VaultDiskError extends AppError {
	override readonly name = "VaultDiskError";
	/** System error code, such as "ENOSPC". */
	readonly systemCode: string | null;

	constructor(cause: unknown) {
		const systemCode = codeOf(cause);
		super(message("vault.disk", { code: systemCode ?? "none" }), { cause });
		this.systemCode = systemCode;
	}
}
