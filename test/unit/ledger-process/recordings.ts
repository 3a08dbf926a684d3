import { readFileSync } from "node:fs";
import { z } from "zod";

/** Recorded exchanges with the real apps. */

const recording = z.object({
	name: z.string(),
	blind_signing: z.boolean(),
	input: z.looseObject({}),
	exchanges: z.array(z.object({ request: z.string(), response: z.string() })),
});
const file = z.object({ recordings: z.array(recording) });
export type Recording = z.infer<typeof recording>;

const read = (name: string) =>
	file.parse(
		JSON.parse(readFileSync(new URL(`../../mock-ledger/recordings/${name}.json`, import.meta.url), "utf8")),
	).recordings;

const APPS = { Ethereum: read("ethereum-1.22.0-nanox"), Solana: read("solana-1.9.0-nanox") } as const;
export type App = keyof typeof APPS;

/** Returns the recording with this name. */
function recorded(app: App, name: string): Recording {
	const found = APPS[app].find((each) => each.name === name);
	if (found === undefined) throw new Error(`no recording is named ${name}`);
	return found;
}

export const exchangesOf = (app: App, name: string) => recorded(app, name).exchanges;

/** Returns one member of a recording's input as text. */
export function inputText(app: App, name: string, member: string): string {
	const value = recorded(app, name).input[member];
	return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns all recorded answers by request. The last recording of a request wins. */
export function answersOf(app: App, blindSigning: boolean): Map<string, string> {
	const answers = new Map<string, string>();
	for (const each of APPS[app])
		if (each.blind_signing === blindSigning)
			for (const { request, response } of each.exchanges)
				if (!answers.has(request)) answers.set(request, response);
	return answers;
}
