/** A refusal with its HTTP status; becomes the error envelope. */
export class Problem extends Error {
	override readonly name = "Problem";
	readonly status: number;
	readonly code: string;
	readonly details: unknown;
	readonly headers: Readonly<Record<string, string>>;

	constructor(
		status: number,
		code: string,
		message: string,
		more: { readonly details?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
	) {
		super(message);
		this.status = status;
		this.code = code;
		this.details = more.details;
		this.headers = more.headers ?? {};
	}
}
