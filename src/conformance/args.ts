import { parseArgs } from "node:util";
import type { RunOptions } from "./run-parts.ts";

/** The command line of the conformance run. */

export const USAGE = `npm run conformance -- --base-url URL [options]

Checks a service against the interface: reads only, prints a table of what conforms.

  --base-url URL         the service's address: https, or http on this computer
  --token TEXT           access token of the agent resource; "-" reads it from the first line of standard input
  --pipeline-token TEXT  access token of the pipeline (else the first one is tried)
  --account-token TEXT   access token of the account (else the first one is tried)
  --session ID           the session to read (else those of the list)
  --application N        the app whose secrets' declarations are read
  --write                starts turns too, and interrupts one; resolves, signs and pays nothing
  --message TEXT         what the turn says
  --long-message TEXT    what the turn says that is interrupted: something that takes a while
  --json                 prints JSON in place of the table
  --help

Others on this computer can see an argument list. Better give tokens by the environment: COUNTERSIGN_TOKEN,
COUNTERSIGN_PIPELINE_TOKEN, COUNTERSIGN_ACCOUNT_TOKEN; or by --token -.

Exit status: 0 nothing deviates, 1 something does, 2 it can't be run or the service does not answer.`;

export interface Arguments {
	readonly baseUrl: string;
	readonly options: RunOptions;
	readonly json: boolean;
}

/** The arguments can't be used; the message is for the person. */
export class UsageError extends Error {
	override readonly name = "UsageError";
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const MESSAGE =
	"Hello. This is an automated check of the interface: please answer in one short sentence, and prepare nothing.";
const LONG_MESSAGE =
	"This is an automated check of the interface: please count slowly from one to two hundred, in words, and prepare nothing.";

/** Throws a UsageError: a token never travels in clear over a network. */
function addressOf(text: string | undefined): string {
	if (text === undefined) throw new UsageError("Give --base-url.");
	if (!URL.canParse(text)) throw new UsageError("--base-url can't be read as an address.");
	const url = new URL(text);
	const safe = url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.test(url.hostname));
	if (!safe) throw new UsageError("--base-url must begin with https:// (http:// only on this computer).");
	if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
		throw new UsageError("--base-url must be an address only.");
	return url.href.replace(/\/+$/, "");
}

function checkToken(token: string | null, name: string): string | null {
	if (token !== null && !/^[\x21-\x7e]{1,8192}$/.test(token))
		throw new UsageError(`${name} has characters that can't be sent in a header.`);
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
		// Node's message may repeat an argument, and that may be a token.
		const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
		throw new UsageError(`The arguments can't be read (${code}).`);
	}
}

/**
 * @param stdin the first line of standard input, asked for only with `--token -`
 * @returns null where help is wanted. Throws a UsageError.
 */
export async function readArguments(
	args: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
	stdin: () => Promise<string>,
): Promise<Arguments | null> {
	const values = read(args);
	if (values.help) return null;
	const baseUrl = addressOf(values["base-url"]);
	const given = values.token === "-" ? (await stdin()).trim() : values.token;
	const token = checkToken(given ?? environment["COUNTERSIGN_TOKEN"] ?? null, "The token");
	if (token === null) throw new UsageError("Give a token: COUNTERSIGN_TOKEN, --token - or --token.");
	const application = values.application;
	if (application !== undefined && !/^[1-9]\d{0,14}$/.test(application))
		throw new UsageError("--application must be a number from 1 on.");
	if (values.session !== undefined && !/^.{1,160}$/s.test(values.session))
		throw new UsageError("--session must have 1 to 160 characters.");
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
