import { AppError } from "../core/app-error.ts";
import { type Message, message } from "../core/localized-text.ts";

/** Thrown if the vault can't have written the file in this form. The file is never deleted. */
export class VaultDamagedError extends AppError {
	override readonly name = "VaultDamagedError";
	readonly detail: Message;

	constructor(detail: Message, options?: ErrorOptions) {
		super(message("vault.damaged", { detail }), options);
		this.detail = detail;
	}
}

/** Thrown if the password is wrong, or if the file and its checksum were modified. */
export class WrongPasswordError extends AppError {
	override readonly name = "WrongPasswordError";

	constructor(options?: ErrorOptions) {
		super(message("vault.wrong-password"), options);
	}
}

export function codeOf(error: unknown): string | null {
	if (typeof error !== "object" || error === null || error instanceof AppError || !("code" in error))
		return null;
	return typeof error.code === "string" ? error.code : null;
}

/** Thrown if writing failed. The vault's previous content is intact. */
export class VaultDiskError extends AppError {
	override readonly name = "VaultDiskError";
	readonly systemCode: string | null;

	constructor(cause: unknown) {
		const systemCode = codeOf(cause);
		super(message("vault.disk", { code: systemCode ?? "none" }), { cause });
		this.systemCode = systemCode;
	}
}
