import { expect } from "vitest";
import type { BuildView } from "../../src/ipc/catalog.ts";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import type { Kinds } from "../support/kinds.ts";
import type { Person } from "../support/person.ts";

/** Helpers that simulate and commit Builds with the desk's commands. */

const ROOT = "/v1/pipeline";
const APPLICATION = 7;

async function command(person: Person, name: string, input: unknown) {
	const outcome = await person.callDesk(name, input);
	person.countersign.pushDesk();
	return outcome;
}

function buildNow(person: Person, id: string): BuildView {
	const build = person.desk().catalog.builds.find((each) => each.id === id);
	if (build === undefined) throw new Error("the Build is closed");
	return build;
}

/** Starts a conversation, which tells the service the user's accounts. */
export async function shareAccounts({ person }: Pick<Kinds, "person">): Promise<void> {
	const sessionId = await person.say("hello");
	await person.until("a conversation that rests", () =>
		person.desk().sessions.some(({ id, turnState }) => id === sessionId && turnState === "complete"),
	);
}

/** Runs an operation of the app `demo`, and simulates its Build. */
export async function openSimulatedBuild(person: Person, name: string, input: unknown): Promise<BuildView> {
	const operations = `${ROOT}/apps/demo/operations`;
	for (const href of [null, `${ROOT}/apps`, `${ROOT}/apps/demo`, operations, `${operations}/${name}`])
		expect(await command(person, "openCatalog", { href })).toEqual({ ok: true });
	const run = { href: `${operations}/${name}`, body: JSON.stringify(input), applicationId: APPLICATION };
	expect(await command(person, "runOperation", { ...run, platform: null })).toEqual({ ok: true });
	const [build] = person.desk().catalog.builds;
	if (build === undefined) throw new Error("no Build was opened");
	expect(await command(person, "simulateBuild", { buildId: build.id })).toEqual({ ok: true });
	return buildNow(person, build.id);
}

/**
 * Commits the Build in the trusted window.
 * @returns the Build after the commit
 */
export async function commitBuild(person: Person, { id, digest }: BuildView): Promise<BuildView> {
	expect(await command(person, "reviewBuild", { buildId: id })).toEqual({ ok: true });
	await person.until("the Build on the trusted screen", () => {
		const screen = person.screen();
		return screen.screen === "build" && screen.build?.id === id;
	});
	expect(await person.callTrusted("commitBuild", { buildId: id, digest })).toEqual({ ok: true });
	await person.until("what the service made of it", () => buildNow(person, id).committed !== null);
	return buildNow(person, id);
}

/** Lists the Build's entries, in order. */
export function entriesOf(person: Person, { digest }: Pick<BuildView, "digest">): readonly InboxEntryView[] {
	return person.desk().inbox.filter((entry) => entry.build === digest);
}
