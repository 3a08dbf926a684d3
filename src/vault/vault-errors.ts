import { AppError } from "../core/app-error.ts";
import { type Message, message } from "../core/localized-text.ts";

/** The file isn't in a form that the vault writes. It is never deleted. */
export class VaultDamagedError extends AppError {
	override readonly name = "VaultDamagedError";
	readonly detail: Message;

	constructor(detail: Message, options?: ErrorOptions) {
		super(message("vault.damaged", { detail }), options);
		this.detail = detail;
	}
}

/** Either the password is wrong, or someone modified the file and its checksum. */
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

/** Writing failed, but the vault's previous content is intact. */
export class VaultDiskError extends AppError {
	override readonly name = "VaultDiskError";
	readonly systemCode: string | null;

	constructor(cause: unknown) {
		const systemCode = codeOf(cause);
		super(message("vault.disk", { code: systemCode ?? "none" }), { cause });
		this.systemCode = systemCode;
	}
}
