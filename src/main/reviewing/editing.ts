import { factValue } from "../../core/chain/chain-error.ts";
import { isUnlimited } from "../../core/decoded-transaction/decoded-transaction.ts";
import { gweiOf, readDecimal, readGwei } from "../../core/format/decimal-units.ts";
import { message, type Text } from "../../core/localized-text.ts";
import type { Lowered } from "../../core/match/frozen.ts";
import { allowanceOf, withAllowance } from "../../core/match/lowered.ts";
import {
	type ActionLikeRequest,
	type FeeChoice,
	isActionLikeRequest,
	type PlannedRevocation,
	type RequestEdit,
} from "../../core/review/approval-request.ts";
import type { Review } from "../../core/review/review.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { editProcedures } from "../../ipc/review.ts";
import { type CommandInput, done, type HandlersOf, refused } from "../handlers.ts";
import type { Entry } from "../inbox/entries/entry.ts";
import type { Clock } from "../ports.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import { choosesFee, type LowerableAllowance, lowerableOf, sentUnitOf } from "./edit-view.ts";
import { UNCHANGED } from "./own/evm-fees.ts";
import type { RequestServices } from "./request-services.ts";
import type { Tickets } from "./tickets.ts";

type Commands = HandlersOf<typeof editProcedures>;

const NO_REQUEST = message("app.request-gone");
const NOT_HERE = message("app.edit.not-here");

/** The request and its review, if they can still be changed. */
interface Editable {
	readonly ok: true;
	readonly request: Entry["request"];
	readonly review: Review;
}

type Refused = Extract<CommandOutcome, { ok: false }>;

type Applied = { readonly ok: true } | { readonly ok: false; readonly text: Text };

/**
 * Changes a request during its review. The window sends only an amount or a fee, from which main builds a new
 * frozen object. This is simulated, matched and displayed like a new request. The old ticket becomes invalid
 * immediately.
 */
export class Editing implements Commands {
	readonly #app;
	readonly #changing = new Set<string>();

	constructor(app: {
		readonly clock: Pick<Clock, "now">;
		readonly window: Pick<TrustedWindow, "route">;
		readonly inbox: {
			entry(id: string): Entry | null;
			readonly rejections: { isPending(entryId: string): boolean };
		};
		readonly requests: Pick<
			RequestServices,
			"requests" | "edits" | "replacements" | "revocations" | "transfers"
		>;
		readonly reviews: {
			composeCurrent(entryId: string): Review | null;
			load(entryId: string): Promise<Review | null>;
		};
		readonly tickets: Pick<Tickets, "void">;
		readonly changed: () => void;
	}) {
		this.#app = app;
	}

	/** Returns whether the request is being rebuilt. Nothing in it can be approved in the meantime. */
	isChanging(entryId: string): boolean {
		return this.#changing.has(entryId);
	}

	/** Returns the chosen fee of a request, even if its review isn't loaded. */
	feeOf(request: Entry["request"]): FeeChoice {
		const { replacements, revocations, transfers } = this.#app.requests;
		if (request.kind === "replacement" && request.planned !== null) return replacements.fee(request.planned);
		if (request.kind === "revocation" && request.planned !== null) return revocations.fee(request.planned);
		if (request.kind === "transfer" && request.planned !== null) return transfers.fee(request.planned);
		return request.edit?.fee ?? UNCHANGED.fee;
	}

	async chooseFee({
		entryId,
		fingerprint,
		fee,
	}: CommandInput<Commands, "chooseFee">): Promise<CommandOutcome> {
		const editable = this.#editable(entryId, fingerprint);
		if (!editable.ok) return editable;
		const { request, review } = editable;
		if (!choosesFee(review)) return refused(NOT_HERE);
		const choice = fee.speed === "own" ? this.#ownFee(review, fee) : fee;
		if ("ok" in choice) return choice;
		return await this.#apply(entryId, async () => {
			const { replacements, revocations, transfers } = this.#app.requests;
			if (request.kind === "replacement" && request.planned !== null)
				return await replacements.change(request.planned, choice);
			if (request.kind === "revocation" && request.planned !== null)
				return await revocations.change(request.planned, { fee: choice });
			if (request.kind === "transfer" && request.planned !== null)
				return await transfers.change(request.planned, { fee: choice });
			if (!isActionLikeRequest(request)) return refused(NOT_HERE);
			return await this.#keep(request, { ...(request.edit ?? UNCHANGED), fee: choice });
		});
	}

	async lowerAllowance({
		entryId,
		fingerprint,
		place,
		amount,
	}: CommandInput<Commands, "lowerAllowance">): Promise<CommandOutcome> {
		const editable = this.#editable(entryId, fingerprint);
		if (!editable.ok) return editable;
		const { request, review } = editable;
		const allowance = lowerableOf(review).find((each) => each.place === place);
		if (allowance !== undefined && request.kind === "revocation" && request.planned !== null)
			return await this.#lowerOwn(entryId, request.planned, allowance, amount);
		if (allowance === undefined || request.kind !== "proposal") return refused(NOT_HERE);
		const edit = request.edit ?? UNCHANGED;
		const others = edit.lowered.filter((each) => each.place !== place);
		if (amount === null)
			return await this.#apply(entryId, () => this.#keep(request, { ...edit, lowered: others }));
		const { request: proposed } = request.action;
		const data = proposed.type === "execute_evm" ? (proposed.transactions[place]?.data ?? "") : "";
		const raw = readDecimal(amount, allowance.decimals);
		if (raw !== null && raw === allowanceOf(data))
			return await this.#apply(entryId, () => this.#keep(request, { ...edit, lowered: others }));
		if (raw === null || withAllowance(data, raw) === null) return refused(message("app.edit.not-lower"));
		const changed: Lowered = { place, amount: raw.toString() };
		const lowered = [...others, changed].toSorted((one, other) => one.place - other.place);
		return await this.#apply(entryId, () => this.#keep(request, { ...edit, lowered }));
	}

	async changeAmount({
		entryId,
		fingerprint,
		amount,
	}: CommandInput<Commands, "changeAmount">): Promise<CommandOutcome> {
		const editable = this.#editable(entryId, fingerprint);
		if (!editable.ok) return editable;
		const { request, review } = editable;
		const unit = sentUnitOf(review);
		if (request.kind !== "transfer" || request.planned === null || unit === null) return refused(NOT_HERE);
		const { planned } = request;
		const raw = amount === null ? 0n : readDecimal(amount, unit.decimals);
		if (raw === null || (amount !== null && raw === 0n)) return refused(message("app.send.exceeds"));
		const sends = { ...planned.request.sends, amount: raw.toString() };
		return await this.#apply(entryId, () =>
			this.#app.requests.transfers.change(planned, { sends: { sends, isAll: amount === null } }),
		);
	}

	/** Lowers an allowance that the user wanted to revoke. Never raises one. */
	async #lowerOwn(
		entryId: string,
		planned: PlannedRevocation,
		{ decimals }: LowerableAllowance,
		amount: string | null,
	): Promise<CommandOutcome> {
		const keeps = amount === null ? null : readDecimal(amount, decimals);
		if (amount !== null && keeps === null) return refused(message("app.edit.not-lowerable"));
		if (keeps !== null && isUnlimited(keeps)) return refused(message("app.edit.would-raise"));
		// Without an amount, this is a revocation.
		const change = { keeps: keeps === 0n ? null : keeps };
		return await this.#apply(entryId, () => this.#app.requests.revocations.change(planned, change));
	}

	/**
	 * A transaction with a fee below the base fee wouldn't be mined and would block the account's later
	 * transactions.
	 */
	#ownFee(review: Review, fee: { readonly most: string; readonly tip: string }): FeeChoice | Refused {
		const [most, tip] = [readGwei(fee.most), readGwei(fee.tip)];
		if (most === null || tip === null || most === 0n) return refused(message("app.fee.unreadable"));
		if (tip > most) return refused(message("app.fee.tip-above"));
		const [content] = review.analyses.map((each) => each.content);
		const baseFee = content?.kind === "evm_transaction" ? factValue(content.subject.facts?.baseFee) : null;
		if (baseFee !== null && most < baseFee)
			return refused(message("app.fee.below-base", { least: gweiOf(baseFee) }));
		return { speed: "own", most, tip };
	}

	/** Only the review on the screen can be changed. It is identified by its displayed fingerprint. */
	#editable(entryId: string, fingerprint: string): Editable | Refused {
		const { clock, inbox, requests, reviews, tickets, window } = this.#app;
		tickets.void();
		const route = window.route();
		const entry = inbox.entry(entryId);
		const request = requests.requests.get(entryId);
		if (entry === null || request === null || !requests.requests.asks(entryId)) return refused(NO_REQUEST);
		if (route.kind !== "entry" || route.entryId !== entryId || route.mode !== "review")
			return refused(message("app.review-not-on-screen"));
		const { row } = entry;
		if (row !== null && row.state !== "refused" && !row.dead) return refused(message("app.edit.approved"));
		if (inbox.rejections.isPending(entryId)) return refused(message("app.rejected"));
		const review = reviews.composeCurrent(entryId);
		if (review?.frozen == null || review.fingerprint !== fingerprint)
			return refused(message("app.review-changed"));
		if (review.expiresAt !== null && review.expiresAt <= clock.now())
			return refused(message("app.edit.expired"));
		return { ok: true, request, review };
	}

	async #apply(entryId: string, change: () => Promise<Applied>): Promise<CommandOutcome> {
		const { changed, requests, reviews, tickets } = this.#app;
		if (this.#changing.has(entryId)) return refused(message("app.review-changed"));
		this.#changing.add(entryId);
		changed();
		try {
			const applied = await change();
			if (!applied.ok) return refused(applied.text);
			tickets.void();
			await reviews.load(entryId);
			return requests.requests.get(entryId) === null ? refused(NO_REQUEST) : done;
		} finally {
			this.#changing.delete(entryId);
			changed();
		}
	}

	/** If a change can't be applied, reverts it, so the request can still be reviewed. */
	async #keep(request: ActionLikeRequest, edit: RequestEdit): Promise<Applied> {
		const { requests, reviews } = this.#app;
		const { action, entryId } = request;
		const before = request.edit ?? null;
		requests.edits.set(entryId, action, edit);
		const review = await reviews.load(entryId);
		const now = requests.requests.get(entryId);
		if (now === null || !isActionLikeRequest(now) || now.action !== action)
			return { ok: false, text: NO_REQUEST };
		if (now.edit !== edit || review?.frozen != null) return { ok: true };
		requests.edits.set(entryId, action, before);
		const [check] = review?.match.checks ?? [];
		return { ok: false, text: check?.text ?? message("app.edit.failed") };
	}
}
