import { parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EntryScreen, TrustedScreen } from "../../src/ipc/windows.ts";
import { openUser, type UserAtWorld } from "../support/at-world.ts";
import type { Person } from "../support/person.ts";

/** Triage of all waiting requests, with the windows' commands only. */

const OTHER = "0x00000000000000000000000000000000000c0ffe";

type Card = Extract<EntryScreen, { readonly screen: "review" }>;

describe("a triage", () => {
	let user: UserAtWorld;
	let person: Person;

	beforeAll(async () => {
		user = await openUser();
		({ person } = user);
	});
	afterAll(() => user?.close());

	const triageOf = (screen: TrustedScreen) => (screen.screen === "triage" ? screen : null);

	/** Waits until the window shows an approvable review at this position. */
	const cardAt = (at: number): Promise<Card> =>
		person.until<Card>(
			`the card ${at}`,
			() => {
				const screen = triageOf(person.screen());
				const card = screen?.triage.at === at && screen.card?.screen === "review" ? screen.card : null;
				return card?.ticket == null ? null : card;
			},
			30_000,
		);

	/** Creates the requests and returns their entries' ids. */
	async function ask(sentences: readonly string[]): Promise<readonly string[]> {
		const entries = [];
		for (const sentence of sentences) entries.push((await person.asked(sentence)).id);
		return entries;
	}

	const approve = async ({ ticket, review }: Card, isSeen = true) => {
		if (isSeen) await person.callTrusted("reviewShown", { ticket });
		person.ports.clock.skip(3_000);
		const { fingerprint, approval } = review;
		return await person.callTrusted("approve", { ticket, fingerprint, word: approval.word });
	};

	const reject = (entryId: string) =>
		person.callTrusted("rejectEntries", { entryIds: [entryId], reason: null });
	const marks = () => triageOf(person.screen())?.triage.marks;
	const signed = async () => (await user.world.service.control.records()).resolutions;

	it("uses one ticket for each approval, shows the next request by itself, and ends with the last", async () => {
		const notes = ["one", "two", "three", "four"].map((word) => `sign the message: ${word}`);
		const entries = await ask([...notes, "sign the bytes: 0x00ff00ff"]);
		expect(await person.callDesk("openTriage", {})).toEqual({ ok: true });
		expect(person.ports.desktop.trustedSize).toBe("triage");

		// The riskiest request comes first. Approving it requires that it was shown, and its word.
		const first = await cardAt(1);
		expect(first.review.approval.word).not.toBeNull();
		expect(await approve(first, false)).toMatchObject({ ok: false });
		expect(
			await approve({
				...first,
				review: { ...first.review, approval: { ...first.review.approval, word: "no" } },
			}),
		).toMatchObject({ ok: false });
		expect(await approve(first)).toEqual({ ok: true });

		const second = await cardAt(2);
		expect(second.review.entryId).not.toBe(first.review.entryId);
		expect(second.ticket).not.toBe(first.ticket);
		// A used ticket is invalid, and so is the new ticket with another fingerprint.
		expect(await approve({ ...second, ticket: first.ticket })).toMatchObject({ ok: false });
		expect(await approve({ ...second, review: first.review })).toMatchObject({ ok: false });
		expect(await approve(second)).toEqual({ ok: true });

		const third = await cardAt(3);
		expect(await reject(third.review.entryId)).toEqual({ ok: true });
		const fourth = await cardAt(4);
		expect(
			await person.callTrusted("snooze", {
				entryIds: [fourth.review.entryId],
				until: person.ports.clock.now() + 3_600_000,
			}),
		).toEqual({ ok: true });
		const fifth = await cardAt(5);
		expect(await approve(fifth)).toEqual({ ok: true });

		await person.until("the end", () => triageOf(person.screen())?.card === null);
		expect(marks()).toEqual(["approved", "approved", "rejected", "later", "approved"]);
		const cards = [first, second, third, fourth, fifth].map(({ review }) => review.entryId);
		expect(new Set(cards)).toEqual(new Set(entries));
		const answered = async () => (await signed()).filter(({ status }) => status === "signed").length;
		await expect.poll(answered, { timeout: 60_000 }).toBe(3);
		await person.callTrusted("close", {});
		expect(person.ports.desktop.trustedSize).toBe("review");
	});

	it("approves payments of one account after each other, each with the next nonce", async () => {
		const amounts = ["0.011", "0.012", "0.013"];
		await ask(amounts.map((amount) => `execute: send ${amount} ETH to ${OTHER}`));
		const before = await user.world.chain.publicClient.getBalance({ address: OTHER });
		await person.callDesk("openTriage", {});
		const nonceOf = ({ review: { contents } }: Card) =>
			contents[0]?.kind === "evm_transaction" ? Number(contents[0].nonce) : null;
		const first = nonceOf(await cardAt(1)) ?? 0;
		for (const at of [1, 2, 3]) {
			const card = await person.until<Card>("the next nonce", () => {
				const now = triageOf(person.screen());
				const shown = now?.triage.at === at && now.card?.screen === "review" ? now.card : null;
				return shown?.ticket != null && nonceOf(shown) === first + at - 1 ? shown : null;
			});
			expect(await approve(card)).toEqual({ ok: true });
		}
		await person.until("the end", () => triageOf(person.screen())?.card === null);
		const paid = async () => (await user.world.chain.publicClient.getBalance({ address: OTHER })) - before;
		await expect.poll(paid, { timeout: 60_000 }).toBe(parseEther("0.036"));
		await person.callTrusted("close", {});
	});

	it("never shows a loading card after the first, since the next review is prepared", async () => {
		const screens: string[] = [];
		const stop = person.countersign.onTrustedPush(({ view: { screen } }) => {
			if (screen.screen === "triage") screens.push(screen.card?.screen ?? "end");
		});
		await ask(["a", "b", "c"].map((word) => `sign the message: prepared ${word}`));
		await person.callDesk("openTriage", {});
		for (const at of [1, 2, 3]) {
			const { review } = await cardAt(at);
			await reject(review.entryId);
		}
		await person.until("the end", () => triageOf(person.screen())?.card === null);
		stop();
		expect(screens.slice(1)).not.toContain("loading");
		await person.callTrusted("close", {});
	});

	it("stays at a request that is answered elsewhere, and no longer approves it", async () => {
		const [entryId = ""] = await ask([`send 0.01 ETH to ${OTHER}`, "sign the message: after it"]);
		await person.callDesk("openTriage", {});
		const screen = await person.until("the card", () => triageOf(person.screen()));
		if (screen.card?.screen !== "review" || screen.card.review.entryId !== entryId)
			await person.callTrusted("showTriaged", { entryId });
		const card = await person.until<Card>("its review", () => {
			const now = triageOf(person.screen())?.card;
			return now?.screen === "review" && now.review.entryId === entryId && now.ticket !== null ? now : null;
		});
		await person.callTrusted("reviewShown", { ticket: card.ticket });
		await user.world.service.control.anotherDevice({
			commitId: entryId.slice("commit:".length),
			answer: { kind: "rejected" },
		});
		const over = await person.until<Card>("its end", () => {
			const now = triageOf(person.screen())?.card;
			return now?.screen === "review" && now.review.approval.isEnded === true ? now : null;
		});
		expect([over.review.entryId, over.ticket]).toEqual([entryId, null]);
		expect(await approve(card)).toMatchObject({ ok: false });
		expect(marks()).toContain("over");
		await person.callTrusted("showReview", { direction: "next" });
		await person.until("another card", () => {
			const now = triageOf(person.screen())?.card;
			return now?.screen === "review" && now.review.entryId !== entryId ? now : null;
		});
		await person.callTrusted("close", {});
	});

	it("is left for a review that is opened from the desk", async () => {
		await ask(["sign the message: left one"]);
		await person.callDesk("openTriage", {});
		const { triage } = await person.until("the triage", () => triageOf(person.screen()));
		const entryId = triage.groups.find(({ firstWaiting }) => firstWaiting !== null)?.firstWaiting ?? "";
		await person.callDesk("openReview", { entryId });
		await person.until("the review alone", () => (person.screen().screen === "review" ? true : null));
		expect(person.ports.desktop.trustedSize).toBe("review");
	});
});
