import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import type { RuleInput } from "../../src/ipc/rules.ts";
import type { TrustedScreen } from "../../src/ipc/windows.ts";
import { ALLOW_ONCE_MS } from "../../src/main/rules/allow-once.ts";
import type { World } from "../mock-service/fixture.ts";
import { openUser, type UserAtWorld } from "../support/at-world.ts";
import { PASSWORD, type Person } from "../support/person.ts";
import { saying, tells } from "../support/saying.ts";

/** The password permits one approval of one request that a rule refuses, for a few minutes. */

const STRANGER = "0x0000000000000000000000000000000000badbad";
const ETH = { address: "native", symbol: "ETH", decimals: 18 } as const;
const GONE = { ok: false, text: saying("app.exception.gone") };

type Shown = Extract<TrustedScreen, { screen: "review" }>;

describe("allowing once a request that a rule refuses", () => {
	let user: UserAtWorld;
	let world: World;
	let person: Person;

	beforeAll(async () => {
		user = await openUser();
		({ world, person } = user);
		const saved = await person.callTrusted("saveRules", { version: 0, rules: [most()], password: null });
		expect(saved).toEqual({ ok: true });
	});

	afterAll(() => user?.close());

	const most = (): RuleInput & { kind: "spend_once" | "spend_day" } => ({
		id: "once",
		name: "A little at a time",
		scope: { accounts: "all", apps: "all", chains: [String(world.chain.chainId)] },
		kind: "spend_once",
		asset: ETH,
		most: (10n ** 16n).toString(),
	});

	const shown = async (entry: InboxEntryView, ready: (screen: Shown) => boolean): Promise<Shown> => {
		await person.review(entry.id);
		return await person.until("the review as it should be", () => {
			const screen = person.screen();
			return screen.screen === "review" && screen.review.entryId === entry.id && ready(screen)
				? screen
				: null;
		});
	};

	/** Opens a request and checks that only the rule refuses it. */
	async function refused(entry: InboxEntryView, before: { readonly offer: string } | null = null) {
		const { review, allowOnce } = await shown(
			entry,
			(screen) => screen.allowOnce !== null && screen.allowOnce !== before?.offer,
		);
		expect(tells(review.approval.refusals, "rule.stops")).toBe(true);
		if (allowOnce === null || review.fingerprint === null) throw new Error("not offered");
		return { offer: allowOnce, fingerprint: review.fingerprint };
	}

	const allow = (asking: { offer: string; fingerprint: string }, password = PASSWORD) =>
		person.callTrusted("allowOnce", { ...asking, password });

	it("requires the password and then the ticket and the held press, names the rule set aside, and is used once", async () => {
		const entry = await person.asked(`send 0.2 ETH to ${STRANGER}`);
		const asking = await refused(entry);
		// The desk window can't allow it, and neither can a wrong password.
		expect(await person.callDesk("allowOnce", { ...asking, password: PASSWORD })).toMatchObject({
			ok: false,
			text: saying("app.no-command.desk"),
		});
		expect(await allow(asking, "not the password")).toMatchObject({ ok: false });
		person.ports.clock.skip(60_000);
		// Any attempt uses up the offer, even with a wrong password.
		expect(await allow(asking)).toMatchObject(GONE);
		const again = await refused(entry, asking);
		expect(again.offer).not.toBe(asking.offer);
		expect(await allow(again)).toEqual({ ok: true });
		const open = await shown(entry, ({ review }) => review.approval.possible);
		expect(open.exceptionUntil).not.toBeNull();
		expect(open.review.findings).toContainEqual(
			expect.objectContaining({ id: "rule-set-aside", severity: "caution" }),
		);
		// Approval still requires pressing and holding.
		const { ticket } = open;
		if (ticket === null) throw new Error("no ticket");
		const early = await person.callTrusted("approve", {
			ticket,
			fingerprint: again.fingerprint,
			word: open.review.approval.word,
		});
		expect(early).toMatchObject({ ok: false });
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		const { steps } = await person.progress(entry.id, "confirmed");
		expect(steps[0]?.note).toEqual(saying("progress.note.allowed-once"));
		// The permission can't be used twice, nor for the next request of the same kind.
		expect(await allow(again)).toMatchObject(GONE);
		const next = await person.asked(`send 0.2 ETH to ${STRANGER}`);
		const other = await refused(next);
		expect(other.fingerprint).not.toBe(again.fingerprint);
	});

	it("is valid only for the request on screen: another one, another fingerprint, another screen are refused", async () => {
		const first = await person.asked(`send 0.3 ETH to ${STRANGER}`);
		const second = await person.asked(`send 0.4 ETH to ${STRANGER}`);
		const ofFirst = await refused(first);
		const ofSecond = await refused(second);
		expect(await allow(ofFirst)).toMatchObject(GONE);
		expect(await allow({ ...ofSecond, fingerprint: ofFirst.fingerprint })).toMatchObject(GONE);
		// Showing the first review ends the second one's permission.
		const anew = await refused(second, ofSecond);
		expect(await allow(anew)).toEqual({ ok: true });
		await shown(second, ({ review }) => review.approval.possible);
		await refused(first);
		await refused(second, anew);
	});

	it("ends after five minutes, and with any change of the rules", async () => {
		const entry = await person.asked(`send 0.5 ETH to ${STRANGER}`);
		const first = await refused(entry);
		expect(await allow(first)).toEqual({ ok: true });
		await shown(entry, ({ review }) => review.approval.possible);
		person.ports.clock.skip(ALLOW_ONCE_MS);
		const late = await refused(entry, first);
		expect(await allow(late)).toEqual({ ok: true });
		await shown(entry, ({ review }) => review.approval.possible);
		const strict: RuleInput = { ...most(), id: "more", name: "Even less", most: "1" };
		const rules = [most(), strict];
		expect(await person.callTrusted("saveRules", { version: 1, rules, password: null })).toEqual({
			ok: true,
		});
		await shown(entry, ({ review }) => !review.approval.possible);
	});

	it("ends when the keys are locked, and when the window showed something else for a moment", async () => {
		const entry = await person.asked(`send 0.6 ETH to ${STRANGER}`);
		const first = await refused(entry);
		expect(await allow(first)).toEqual({ ok: true });
		await shown(entry, ({ review }) => review.approval.possible);
		expect(await person.callDesk("lock", {})).toEqual({ ok: true });
		expect(await person.callTrusted("unlock", { password: PASSWORD })).toEqual({ ok: true });
		const second = await refused(entry, first);
		expect(await allow(second)).toEqual({ ok: true });
		await shown(entry, ({ review }) => review.approval.possible);
		// Leaves the review and returns to it before the window renders.
		await Promise.all([
			person.callDesk("openTrusted", { screen: "rules" }),
			person.callDesk("openReview", { entryId: entry.id }),
		]);
		await refused(entry, second);
	});

	it("is never offered for a request that is not only refused by rules", async () => {
		const entry = await person.asked(`lie about the target: send 0.2 ETH to ${STRANGER}`);
		const screen = await shown(entry, ({ review }) => !review.approval.possible);
		expect(screen.allowOnce).toBeNull();
	});
});
