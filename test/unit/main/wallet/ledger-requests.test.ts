import { describe, expect, it } from "vitest";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import { Events } from "../../../../src/main/events.ts";
import { LedgerDesk } from "../../../../src/main/wallet/ledger-desk.ts";
import { awaitedOf, signsOnLedger, waitsFor } from "../../../../src/main/wallet/ledger-requests.ts";
import type {
	DeviceActivity,
	LedgerAccount,
} from "../../../../src/main/wallet/signers/ledger/ledger-types.ts";
import { stub } from "../../../fixtures/stub.ts";

/** Payloads of an entry that a Ledger must sign, and their cancellation. */

const ADDRESS = "0xDad77910DbDFdE764fC21FCD4E74D71bBACA6D8D";
const OTHER = "0x00000000000000000000000000000000000c0FfE";
const ACCOUNT: LedgerAccount = {
	family: "evm",
	address: ADDRESS,
	path: "m/44'/60'/0'/0/0",
	model: "Ledger Nano X",
};

type Row = Pick<
	JournalRow,
	"id" | "kind" | "state" | "signer" | "fingerprint" | "place" | "parent" | "entryId" | "dead"
>;
const row = (more: Partial<Row> = {}): Row => ({
	id: "row",
	kind: "commit",
	state: "approved",
	signer: ADDRESS,
	fingerprint: "f",
	place: 0,
	parent: null,
	entryId: "e",
	dead: false,
	...more,
});
const leg = (place: number, state: Row["state"]) =>
	row({ id: `leg${place}`, kind: "leg", place, state, parent: "row" });

type App = ConstructorParameters<typeof LedgerDesk>[0] & Parameters<typeof signsOnLedger>[0];

function scene(
	rows: readonly Row[],
	more: { readonly activity?: Partial<DeviceActivity>; readonly reviewed?: string } = {},
) {
	const takenBack: string[] = [];
	const cancelled: string[] = [];
	const app = stub<App>({
		events: new Events(() => {}),
		window: { route: () => ({ kind: "entry", entryId: "e" }) },
		inbox: { entry: () => ({ row: rows.find(({ kind }) => kind !== "leg") ?? null }) },
		stores: {
			journal: {
				stepRowsOf: (id: string) => rows.filter(({ parent }) => parent === id),
				unsettled: () => rows,
			},
		},
		reviewing: { reviews: { signer: () => more.reviewed ?? null } },
		wallet: {
			ledger: {
				account: (address: string) => (address === ADDRESS ? ACCOUNT : null),
				signer: { activity: () => more.activity ?? null, cancel: () => cancelled.push("asked") },
			},
		},
		signedIn: {
			current: () => ({
				runner: {
					withdraw: (id: string) => {
						const isEarly = rows.some((each) => each.id === id && each.state === "approved");
						if (isEarly) takenBack.push(id);
						return isEarly;
					},
				},
			}),
		},
	});
	const cancel = async () => (await new LedgerDesk(app).cancelLedger()).ok;
	return { app, cancel, takenBack, cancelled };
}

const asked = { fingerprint: "f", place: 0, stage: "asking" } as const;

describe("an entry signs on a Ledger", () => {
	it("if the signer under review is on one, or the approved one is", () => {
		expect(signsOnLedger(scene([], { reviewed: ADDRESS }).app, "e")).toBe(true);
		expect(signsOnLedger(scene([row()]).app, "e")).toBe(true);
	});

	it("but not if a key of this computer signs, or once it has ended", () => {
		expect(signsOnLedger(scene([], { reviewed: OTHER }).app, "e")).toBe(false);
		expect(signsOnLedger(scene([row({ signer: OTHER })]).app, "e")).toBe(false);
		expect(signsOnLedger(scene([row({ state: "submitted" })]).app, "e")).toBe(false);
	});

	it("but not once it is signed, although its review is still cached, and again if it was refused", () => {
		const reviewed = { reviewed: ADDRESS };
		for (const state of ["signed", "submitted", "settled", "held"] as const)
			expect(signsOnLedger(scene([row({ state })], reviewed).app, "e")).toBe(false);
		expect(signsOnLedger(scene([row({ state: "refused" })], reviewed).app, "e")).toBe(true);
		expect(signsOnLedger(scene([row({ state: "settled", dead: true })], reviewed).app, "e")).toBe(true);
	});
});

describe("a request that waits for a device", () => {
	it("is the row itself, or the first unsigned leg of an action", () => {
		expect(awaitedOf(scene([row()]).app, "e")?.row.id).toBe("row");
		const legs = [
			row({ kind: "action", state: "approved" }),
			leg(0, "settled"),
			leg(1, "approved"),
			leg(2, "approved"),
		];
		expect(awaitedOf(scene(legs).app, "e")?.row.id).toBe("leg1");
	});

	it("is absent once all is signed, or ended, or for a key of this computer", () => {
		for (const each of [
			row({ state: "signed" }),
			row({ state: "refused" }),
			row({ state: "settled" }),
			row({ signer: OTHER }),
		])
			expect(awaitedOf(scene([each]).app, "e")).toBeNull();
	});

	it("has only the device request of its own review and index", () => {
		const of = (activity: Partial<DeviceActivity>) =>
			awaitedOf(scene([row()], { activity }).app, "e")?.activity;
		expect(of(asked)).toEqual(asked);
		expect(of({ ...asked, fingerprint: "another" })).toBeNull();
		expect(of({ ...asked, place: 1 })).toBeNull();
	});

	it("prevents its account's removal, in any case of the address", () => {
		expect(waitsFor(scene([row()]).app, ADDRESS.toLowerCase())).toBe(true);
		expect(waitsFor(scene([row({ state: "signing" })]).app, ADDRESS)).toBe(true);
		expect(waitsFor(scene([row({ state: "submitted" })]).app, ADDRESS)).toBe(false);
		expect(waitsFor(scene([row({ signer: OTHER })]).app, ADDRESS)).toBe(false);
		// The action's own row has no signature; only its legs do.
		expect(waitsFor(scene([row({ kind: "action" })]).app, ADDRESS)).toBe(false);
	});
});

describe("cancelling a request on a device", () => {
	it("cancels the current request, and leaves the journal to the signer", async () => {
		const { cancel, takenBack, cancelled } = scene([row({ state: "signing" })], { activity: asked });
		expect(await cancel()).toBe(true);
		expect({ takenBack, cancelled }).toEqual({ takenBack: [], cancelled: ["asked"] });
	});

	it("never cancels another entry's request", async () => {
		const { cancel, takenBack, cancelled } = scene([row()], {
			activity: { ...asked, fingerprint: "another" },
		});
		expect(await cancel()).toBe(true);
		expect({ takenBack, cancelled }).toEqual({ takenBack: ["row"], cancelled: [] });
	});

	it("withdraws the approval of the next leg, if nothing was requested yet", async () => {
		const { cancel, takenBack } = scene([row({ kind: "action" }), leg(0, "approved"), leg(1, "approved")]);
		expect(await cancel()).toBe(true);
		expect(takenBack).toEqual(["leg0"]);
	});

	it("does nothing if nothing waits, or during the signature without a known request", async () => {
		for (const each of [[], [row({ state: "submitted" })], [row({ state: "signing" })]]) {
			const { cancel, takenBack, cancelled } = scene(each);
			expect(await cancel()).toBe(false);
			expect({ takenBack, cancelled }).toEqual({ takenBack: [], cancelled: [] });
		}
	});
});
