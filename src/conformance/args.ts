import { parseArgs } from "node:util";
import { AppError } from "../core/app-error.ts";
import { message, type Text } from "../core/localized-text.ts";
import type { RunOptions } from "./run-parts.ts";

/** Sent to the service, never displayed. */

const MESSAGE =
	"Hello. This is an automated check of the interface: please answer in one short sentence, and prepare nothing.";

const LONG_MESSAGE =
	"This is an automated check of the interface: please count slowly from one to two hundred, in words, and prepare nothing.";

export const USAGE = message("conformance.usage");

export interface ConformanceArguments {
	readonly baseUrl: string;
	readonly options: RunOptions;
	readonly json: boolean;
}

export class ConformanceUsageError extends AppError {
	override readonly name = "ConformanceUsageError";
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Refuses plain http except to this computer, because it would expose the token.
 * @throws ConformanceUsageError
 */
function addressOf(text: string | undefined): string {
	if (text === undefined) throw new ConformanceUsageError(message("conformance.args.no-address"));
	if (!URL.canParse(text)) throw new ConformanceUsageError(message("conformance.args.address-unreadable"));
	const url = new URL(text);
	const safe = url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.test(url.hostname));
	if (!safe) throw new ConformanceUsageError(message("conformance.args.address-in-clear"));
	if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
		throw new ConformanceUsageError(message("conformance.args.address-only"));
	return url.href.replace(/\/+$/, "");
}

function checkToken(token: string | null, name: Text): string | null {
	if (token !== null && !/^[\x21-\x7e]{1,8192}$/.test(token))
		throw new ConformanceUsageError(message("conformance.args.token-characters", { name }));
	return token;
}

function read(args: readonly string[]) {
	try {
		const text = { type: "string" } as const;
		return parseArgs({
			args: [...args],
			options: {
				"base-url": text,
				token: text,
				"pipeline-token": text,
				"account-token": text,
				session: text,
				application: text,
				message: text,
				"long-message": text,
				write: { type: "boolean", default: false },
				json: { type: "boolean", default: false },
				help: { type: "boolean", default: false },
			},
		}).values;
	} catch (error) {
		// Node's error message may quote an argument, such as a token.
		const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
		throw new ConformanceUsageError(message("conformance.args.unreadable", { code }));
	}
}

/**
 * Reads `stdin` only for `--token -`. Returns `null` if help was requested.
 * @throws ConformanceUsageError
 */
export async function readArguments(
	args: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
	stdin: () => Promise<string>,
): Promise<ConformanceArguments | null> {
	const values = read(args);
	if (values.help) return null;
	const baseUrl = addressOf(values["base-url"]);
	const given = values.token === "-" ? (await stdin()).trim() : values.token;
	const token = checkToken(
		given ?? environment["COUNTERSIGN_TOKEN"] ?? null,
		message("conformance.args.the-token"),
	);
	if (token === null) throw new ConformanceUsageError(message("conformance.args.no-token"));
	const application = values.application;
	if (application !== undefined && !/^[1-9]\d{0,14}$/.test(application))
		throw new ConformanceUsageError(message("conformance.args.application"));
	if (values.session !== undefined && !/^.{1,160}$/s.test(values.session))
		throw new ConformanceUsageError(message("conformance.args.session"));
	const other = (name: "pipeline-token" | "account-token", variable: string) =>
		checkToken(values[name] ?? environment[variable] ?? null, `--${name}`);
	return {
		baseUrl,
		json: values.json,
		options: {
			token,
			pipelineToken: other("pipeline-token", "COUNTERSIGN_PIPELINE_TOKEN"),
			accountToken: other("account-token", "COUNTERSIGN_ACCOUNT_TOKEN"),
			sessionId: values.session ?? null,
			applicationId: application === undefined ? null : Number(application),
			write: values.write,
			message: values.message ?? MESSAGE,
			longMessage: values["long-message"] ?? LONG_MESSAGE,
			turnMs: 60_000,
		},
	};
}
