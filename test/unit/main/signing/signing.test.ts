import { afterEach, describe, expect, it } from "vitest";
import type { DevicePlan } from "../../../../src/core/decoded-transaction/device-plan.ts";
import { LOCAL_SCOPE } from "../../../../src/core/journal/intent-id.ts";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import { message, sentences } from "../../../../src/core/localized-text.ts";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import { NO_RULES } from "../../../../src/core/rules/rules.ts";
import { Events } from "../../../../src/main/events.ts";
import type { Entry } from "../../../../src/main/inbox/entries/entry.ts";
import { consentOf } from "../../../../src/main/reviewing/consent.ts";
import { freezeReplacement } from "../../../../src/main/reviewing/own/replacement.ts";
import { Tickets } from "../../../../src/main/reviewing/tickets.ts";
import { Signing } from "../../../../src/main/signing/signing.ts";
import { stub } from "../../../fixtures/stub.ts";
import { saying } from "../../../support/saying.ts";
import { OWNER } from "../../core/match/honest.ts";
import { review as composed } from "../../core/review/scene.ts";
import { rowOf } from "../inbox/entries/rows.ts";
import { consent } from "../reviewing/consents.ts";
import { evmAction } from "./actions-scene.ts";
import { openProposalScene } from "./proposals-scene.ts";
import { openScene, SCOPE, type Scene } from "./scene.ts";

/** An approval is checked against the review at its arrival, not against the one that was shown. */

const NOW = 1_790_000_000_000;
const FINGERPRINT = "ab".repeat(32);
const HELD = { visibleSince: NOW - 10_000, pressedSince: NOW - 1_000, lastInputAt: NOW - 1_000 };

const REVIEW = {
	frozen: {},
	fingerprint: FINGERPRINT,
	approval: { possible: true, word: null as string | null },
	analyses: [],
	findings: [] as object[],
	costs: null,
	headline: { text: "Sends 5 TUSD", known: true, amount: null },
};

/**
 * Creates an app that has issued a ticket for a shown review; `after` changes that review before the command arrives.
 */
function approving(
	after: object,
	{
		word = null,
		entryId = "commit:1",
		isAway = false,
	}: {
		readonly word?: string | null;
		readonly entryId?: string;
		readonly isAway?: boolean;
	} = {},
) {
	const tickets = new Tickets(() => "ticket");
	const headlines = [REVIEW.headline.text];
	const shown = consent({ fingerprint: FINGERPRINT, word, headlines, evidence: [] });
	tickets.issue({ entryId, consent: shown });
	tickets.markShown("ticket", NOW - 9_000);
	const reached: string[] = [];
	const signing = new Signing(
		stub({
			ports: { clock: { now: () => NOW }, log: () => {} },
			events: new Events(() => {}),
			window: {},
			wallet: {},
			rules: {},
			stores: { journal: {} },
			reviewing: { tickets, reviews: { composeCurrent: () => ({ ...REVIEW, ...after }) } },
			inbox: {
				rejections: {
					isPending: () => {
						reached.push("rejections");
						return false;
					},
				},
			},
			signedIn: { current: () => ({ scope: "s", sessions: { isAway: () => isAway }, runner: {} }) },
		}),
	);
	const approve = () => signing.approve({ ticket: "ticket", fingerprint: FINGERPRINT, word }, HELD);
	return { approve, reached, tickets };
}

const CHANGED = message("app.review-changed");

const PLAN: DevicePlan = {
	sight: "blind",
	needsBlindSigning: true,
	acceptsRawMessages: false,
	text: message("device-plan.svm.hash"),
	pages: [],
	hashes: [],
	claims: [],
};

describe("an approval", () => {
	it("is refused if the review may no longer be approved", async () => {
		const { approve, reached } = approving({ approval: { possible: false, word: null } });
		expect(await approve()).toMatchObject({ ok: false, text: CHANGED });
		expect(reached).toEqual([]);
	});

	it("is refused if the review has another fingerprint by now", async () => {
		const { approve } = approving({ fingerprint: "cd".repeat(32) });
		expect(await approve()).toMatchObject({ ok: false, text: CHANGED });
	});

	it("is refused if nothing is frozen any more", async () => {
		const { approve } = approving({ frozen: null });
		expect(await approve()).toMatchObject({ ok: false, text: CHANGED });
	});

	it("is refused if a danger was found since, which requires a typed word", async () => {
		const { approve } = approving({ approval: { possible: true, word: "SIGN" } });
		expect(await approve()).toMatchObject({ ok: false, text: CHANGED });
	});

	it("is refused if there is a new finding since", async () => {
		const late = { id: "no-code", severity: "danger", text: "Nobody is there.", needsWord: false };
		const { approve } = approving({ findings: [late] });
		expect(await approve()).toMatchObject({ ok: false, text: CHANGED });
	});

	it("uses up its ticket even if it is refused", async () => {
		const { approve, tickets } = approving({ approval: { possible: false, word: null } });
		await approve();
		expect(tickets.current()).toBeNull();
		expect(await approve()).toMatchObject({ ok: false, text: saying("approval.review-changed") });
	});

	it.each(["commit:1", "action:session/1"])(
		"of %s is refused while the service is away, so that nothing is signed later unattended",
		async (entryId) => {
			const { approve, reached } = approving({}, { entryId, isAway: true });
			expect(await approve()).toMatchObject({ ok: false, text: message("app.offline") });
			expect(reached).toEqual([]);
		},
	);

	it.each(["pipeline:digest/0", "replacement:1", "revocation:1"])(
		"of %s, which needs no query to the service, works while the service is away",
		async (entryId) => {
			const { approve } = approving({}, { entryId, isAway: true });
			expect(await approve()).toMatchObject({ ok: false, text: message("app.undecodable") });
		},
	);

	it("continues to the next check if nothing has changed", async () => {
		const { approve } = approving({});
		expect(await approve()).toMatchObject({
			ok: false,
			text: message("app.undecodable"),
		});
	});
});

describe("the approved review's Ledger plan", () => {
	const scenes: Scene[] = [];
	afterEach(async () => {
		for (const scene of scenes.splice(0)) await scene.close();
	});

	/** Creates approvals of one request at the real authorization. Each has a review with other device plans. */
	function authorizing() {
		const scene = openScene();
		scenes.push(scene);
		const review = composed();
		const { fingerprint } = review;
		if (fingerprint === null) throw new Error("nothing is frozen");
		const told: string[] = [];
		scene.onStep = (moment, step) => void told.push(`${moment} ${step}`);
		const sign = scene.signer.sign.bind(scene.signer);
		scene.signer.sign = (...order) => {
			told.push("the device is asked");
			return sign(...order);
		};
		const approve = (device: readonly DevicePlan[]) => {
			const tickets = new Tickets(() => "ticket");
			tickets.issue({ entryId: "commit:1", consent: consentOf(review) ?? consent() });
			tickets.markShown("ticket", NOW - 9_000);
			const signing = new Signing(
				stub({
					ports: { clock: { now: () => NOW }, log: () => {} },
					events: new Events(() => {}),
					window: { go: () => {} },
					stores: { journal: scene.journal },
					wallet: {
						ledger: {
							account: () => null,
							approved: (_: string, plans: readonly DevicePlan[]) =>
								void told.push(`promised ${plans.length}`),
						},
					},
					rules: {
						policyContext: () => NO_RULES,
						allowOnce: { void: () => void told.push("exceptions voided") },
					},
					reviewing: { tickets, reviews: { composeCurrent: () => ({ ...review, device }) } },
					inbox: { rejections: { isPending: () => false }, triage: { approved: () => false } },
					signedIn: {
						clockOffset: () => 0,
						current: () => ({
							scope: SCOPE,
							runner: scene.runner(),
							sessions: { expect: () => {}, isAway: () => false },
						}),
					},
				}),
			);
			return signing.approve({ ticket: "ticket", fingerprint, word: null }, HELD);
		};
		return { approve, told, scene };
	}

	it("is stored once the approval was authorized, and before the device is asked", async () => {
		const { approve, told, scene } = authorizing();
		expect(await approve([])).toEqual({ ok: true });
		await scene.rest();
		const noted = told.indexOf("promised 0");
		expect(noted).toBeGreaterThan(told.indexOf("after approved"));
		expect(noted).toBeLessThan(told.indexOf("the device is asked"));
	});

	it("leaves no permission: one approval voids every exception", async () => {
		const { approve, told } = authorizing();
		expect(await approve([])).toEqual({ ok: true });
		expect(told).toContain("exceptions voided");
	});

	it("stays unchanged if a later approval of the same is refused", async () => {
		const { approve, told } = authorizing();
		expect(await approve([])).toEqual({ ok: true });
		expect(await approve([PLAN, PLAN])).toMatchObject({ ok: false });
		expect(told).not.toContain("promised 2");
	});
});

describe("the approval of a replacement", () => {
	const ID = "replacement:r1";

	/** Approves a replacement of the only step of a pending row. */
	async function replacing(scene: Scene, root: JournalRow, scope: string) {
		const frozen = freezeReplacement(root, [], "speed_up", { baseFee: 1_000n, tip: 1n }, OWNER, "r1");
		if ("refused" in frozen) throw new Error("not replaceable");
		const review = { ...composed(), frozen, fingerprint: fingerprintOf(frozen) };
		const tickets = new Tickets(() => "ticket");
		tickets.issue({ entryId: ID, consent: consentOf(review) ?? consent() });
		tickets.markShown("ticket", NOW - 9_000);
		const signing = new Signing(
			stub({
				ports: { clock: { now: () => NOW }, log: () => {} },
				events: new Events(() => {}),
				window: { go: () => {} },
				stores: { journal: scene.journal },
				wallet: { ledger: { account: () => null, approved: () => {} } },
				rules: { policyContext: () => NO_RULES, allowOnce: { void: () => {} } },
				requests: { replacements: { get: () => ({ rowId: root.id }) } },
				reviewing: { tickets, reviews: { composeCurrent: () => review } },
				inbox: { rejections: { isPending: () => false }, triage: { approved: () => false } },
				signedIn: {
					clockOffset: () => 0,
					current: () => ({ scope, runner: scene.runner(), sessions: { isAway: () => true } }),
				},
			}),
		);
		return await signing.approve({ ticket: "ticket", fingerprint: review.fingerprint, word: null }, HELD);
	}

	it("stores it in the scope of a proposal's row, whoever is signed in", async () => {
		const scene = openProposalScene(evmAction(1));
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		expect(await replacing(scene, scene.stepRow(1), SCOPE)).toEqual({ ok: true });
		expect(scene.journal.ofIntent(LOCAL_SCOPE, ID)).toMatchObject({ kind: "replacement", live: true });
		expect(scene.journal.ofIntent(SCOPE, ID)).toBeNull();
		await scene.close();
	});

	it("is refused if the row is another identity's", async () => {
		const scene = openScene();
		scene.approve();
		const root = await scene.carry("reported");
		expect(await replacing(scene, root, "staging/person-2")).toEqual({
			ok: false,
			text: sentences(message("signing.authorize.others-transaction"), message("nothing-signed")),
		});
		await scene.close();
	});
});

describe("actions after an approval", () => {
	const HASH = `0x${"ab".repeat(32)}`;

	function after(row: JournalRow, legs: readonly JournalRow[] = []) {
		const taken: string[] = [];
		const opened: string[] = [];
		const signing = new Signing(
			stub({
				events: new Events(() => {}),
				inbox: { entry: () => stub<Entry>({ row }) },
				networks: {
					explorerOf: (chainRef: string) => (chainRef === "8453" ? "https://basescan.org/tx/{id}" : null),
				},
				stores: { journal: { stepRowsOf: () => legs } },
				ports: {
					clock: { now: () => NOW },
					log: () => {},
					desktop: {
						confirmLink: async (url: string) => {
							opened.push(url);
							return true;
						},
					},
				},
				signedIn: {
					current: () => ({
						runner: {
							withdraw: (id: string) => {
								taken.push(id);
								return row.state === "approved" || legs.length > 0;
							},
						},
					}),
				},
			}),
		);
		return { signing, taken, opened };
	}

	it("include a withdrawal while nothing is signed", async () => {
		const { signing, taken } = after(rowOf({ kind: "commit", state: "approved" }));
		expect(await signing.withdraw({ entryId: "e" })).toEqual({ ok: true });
		expect(taken).toEqual(["row-1"]);
	});

	it("exclude a withdrawal once a signer was asked", async () => {
		const { signing, taken } = after(rowOf({ kind: "commit", state: "signing" }));
		expect(await signing.withdraw({ entryId: "e" })).toMatchObject({
			ok: false,
			text: message("app.withdraw.too-late"),
		});
		expect(taken).toEqual([]);
	});

	it("include a view of its transaction, at an address that main makes", async () => {
		const one = after(rowOf({ kind: "commit", chainRef: "8453", transactionId: HASH }));
		expect(await one.signing.openExplorer({ entryId: "e" })).toEqual({ ok: true });
		expect(one.opened).toEqual([`https://basescan.org/tx/${HASH}`]);
		const elsewhere = after(rowOf({ kind: "commit", chainRef: "31337", transactionId: HASH }));
		expect(await elsewhere.signing.openExplorer({ entryId: "e" })).toMatchObject({ ok: false });
		expect(elsewhere.opened).toEqual([]);
	});
});
