import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { CommitView } from "../../../src/contract/commit.ts";
import { createEntries } from "../../../src/main/app/entries.ts";
import type { Reviews } from "../../../src/main/app/parts.ts";
import type { EvmFacts } from "../../../src/main/chains/evm.ts";
import type { Review } from "../../../src/main/review/compose.ts";
import type { StoredCommit } from "../../../src/main/sessions/types.ts";
import { createJournal, JOURNAL_SQL } from "../../../src/main/storage/journal-db.ts";
import { commit, OWNER, payload, SIGNER } from "../match/honest.ts";
import { facts, review } from "../review/scene.ts";

const NOW = 1_790_000_000_000;

function storedOf(view: CommitView): StoredCommit {
	return {
		commitId: view.commit_id,
		sessionId: view.thread_id,
		read: { kind: "known", view, reviewFault: null },
		receivedAt: NOW,
		confirmedByGet: NOW,
		fault: null,
	};
}

/** Entries over reviews that say what the test wants; composing one for a list is a mistake. */
function scene() {
	const db = new DatabaseSync(":memory:");
	db.exec(JOURNAL_SQL);
	let known: EvmFacts | null = null;
	let last: Review | null = null;
	const never = (): never => {
		throw new Error("a list composes no reviews");
	};
	const reviews: Reviews = {
		get: never,
		load: never,
		loadSoon: never,
		shown: never,
		stale: never,
		facts: () => known,
		decoded: () => last,
		brief: () => (last === null ? null : { verdict: "matched", findings: 2 }),
	};
	const entries = createEntries({
		journal: createJournal(db, { now: () => NOW }),
		reviews,
		owner: () => OWNER,
		scope: () => "scope",
		accounts: () => [SIGNER],
		labels: () => ({}),
		muted: () => [],
		title: () => "Vault deposit",
		now: () => NOW,
	});
	return {
		line(view: CommitView) {
			const [line] = entries.views(entries.all([storedOf(view)]));
			if (line === undefined) throw new Error("no line");
			return line;
		},
		loaded(view: CommitView) {
			known = facts();
			last = review(view);
		},
		/** The request is another version now: what the chain said was of the one before. */
		moved() {
			known = null;
		},
	};
}

describe("a line of the inbox", () => {
	it("is being checked until its review was loaded, and then tells what that found", () => {
		const one = scene();
		expect(one.line(commit())).toMatchObject({ match: "checking", findings: 0 });
		one.loaded(commit());
		expect(one.line(commit())).toMatchObject({ match: "matched", findings: 2 });
	});

	it("keeps the token's name by which the person knew it, once it is over", () => {
		const one = scene();
		one.loaded(commit());
		const { headline } = one.line(commit());
		expect(headline).toContain("25 TUSD");
		one.moved();
		const over = commit({ version: 2, state: "rejected", action: null });
		expect(one.line(over)).toMatchObject({ headline, state: "done" });
	});

	it("takes no name over from a payload or review that was another", () => {
		const one = scene();
		one.loaded(commit());
		one.moved();
		const other = commit({ version: 2, action: { kind: "sign", payload: payload({ value: "1" }) } });
		expect(one.line(other).headline).not.toContain("TUSD");
	});
});
