import { clusterOf } from "../../core/chain/names.ts";
import { fiatTextOf } from "../../core/fiat/price.ts";
import { decimalOf, readDecimal } from "../../core/format/decimal-units.ts";
import { hasWrongChecksum, readAddress, readChainRef } from "../../core/format/numeral.ts";
import { readKey } from "../../core/format/svm-wire.ts";
import { type Labels, sameAddress } from "../../core/identities/labels.ts";
import { message } from "../../core/localized-text.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type {
	RecipientOutcome,
	SendAccount,
	SendAsset,
	SendScreen,
	sendProcedures,
	sendTrustedProcedures,
} from "../../ipc/send.ts";
import type { Contacts } from "../address-book/contacts.ts";
import { ensAddressOf } from "../chains/evm/ens.ts";
import { snsOwnerOf } from "../chains/svm/sns.ts";
import { type CommandInput, done, type HandlersOf, refused } from "../handlers.ts";
import { type PricedHolding, pricedHoldingsOf } from "../home/fiat.ts";
import { keyOf } from "../home/holdings.ts";
import type { Home } from "../home/home.ts";
import { transferEntryId } from "../inbox/entries/entry.ts";
import type { Networks } from "../networks/networks.ts";
import type { Transfers } from "../reviewing/own/transfers.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import { addressView } from "../views/addresses.ts";
import { roundedView } from "../views/amounts.ts";
import { markOf } from "../views/review-parts.ts";
import type { Accounts } from "../wallet/accounts.ts";

type Commands = HandlersOf<typeof sendProcedures & typeof sendTrustedProcedures>;

const MAX_ASSETS = 200;
/** ENS names are stored on Ethereum. */
const ENS_CHAIN = 1;
const SNS_CLUSTER = "mainnet-beta";
const NO_CODE = "0x";

const UNKNOWN_RECIPIENT = message("app.send.recipient-unknown");

function unitOf({ listed, symbol, decimals }: PricedHolding) {
	if (listed !== null) return { symbol: listed.symbol, decimals: listed.decimals, isListed: true };
	return decimals === null || symbol === null ? null : { symbol, decimals, isListed: false };
}

/**
 * Payments that the user makes by hand. The form only describes a payment, which is then reviewed like any
 * other request.
 */
export class Send implements Commands {
	readonly #app;

	constructor(app: {
		readonly window: Pick<TrustedWindow, "go" | "leadTo" | "isPinned">;
		readonly stores: { readonly contacts: Pick<Contacts, "list"> };
		readonly networks: Pick<Networks, "chains" | "svmChains" | "chainNameOf">;
		readonly wallet: { readonly accounts: Pick<Accounts, "list" | "owns" | "isHidden"> };
		readonly fiat: { showsFiat(): boolean };
		readonly rules: { labels(): Labels };
		readonly requests: { readonly transfers: Pick<Transfers, "plan"> };
		readonly reviewing: { readonly reviews: { load(entryId: string): Promise<unknown> } };
		readonly home: Pick<Home, "state" | "refresh">;
	}) {
		this.#app = app;
	}

	screen(from: string | null): SendScreen {
		const { home, rules, stores, wallet } = this.#app;
		const labels = rules.labels();
		const own = wallet.accounts.list();
		const contacts = stores.contacts.list();
		return {
			screen: "send",
			from,
			accounts: own
				.filter(({ address }) => address === from || !wallet.accounts.isHidden(address))
				.map((each): SendAccount => this.#accountOf(each, labels)),
			recipients: [
				...contacts.map(({ family, address, label }) => ({
					family,
					address: addressView(address, { [address]: label }),
					isOwn: false,
				})),
				...own.map(({ family, address }) => ({ family, address: addressView(address, labels), isOwn: true })),
			],
			isReading: home.state().reading,
		};
	}

	async openSend({ address }: CommandInput<Commands, "openSend">): Promise<CommandOutcome> {
		const { home, wallet, window } = this.#app;
		if (address !== null && !wallet.accounts.owns(address)) return refused(message("app.no-account"));
		home.refresh();
		return window.leadTo({ kind: "send", address });
	}

	async resolveRecipient({
		chainRef,
		text,
	}: CommandInput<Commands, "resolveRecipient">): Promise<RecipientOutcome> {
		const known = this.#readRecipient(chainRef, text);
		const labels = this.#app.rules.labels();
		if (known !== null) return { ok: true, address: addressView(known, labels), system: null };
		if (!text.includes(".")) return refused(UNKNOWN_RECIPIENT);
		const isEvm = readChainRef(chainRef) !== null;
		const found = await (isEvm ? this.#ensAddress(chainRef, text) : this.#snsOwner(chainRef, text));
		if (found === null) return refused(message("app.send.name-unknown"));
		return { ok: true, address: addressView(found, labels), system: isEvm ? "ENS" : "SNS" };
	}

	async send({
		account,
		chainRef,
		asset,
		recipient: text,
		amount,
	}: CommandInput<Commands, "send">): Promise<CommandOutcome> {
		const { requests, reviewing, rules, wallet, window } = this.#app;
		const signer = wallet.accounts.list().find(({ address }) => address === account);
		const chosen =
			signer === undefined
				? undefined
				: this.#accountOf(signer, rules.labels()).assets.find(
						(each) => each.chainRef === chainRef && each.asset === asset,
					);
		if (signer === undefined || chosen === undefined) return refused(message("app.send.asset-gone"));
		const recipient = this.#readRecipient(chainRef, text);
		if (recipient === null) return refused(UNKNOWN_RECIPIENT);
		if (sameAddress(recipient, account)) return refused(message("app.send.to-itself"));
		const raw = amount === null ? 0n : readDecimal(amount, chosen.decimals);
		if (raw === null || (amount !== null && raw === 0n)) return refused(message("app.send.exceeds"));
		const planning = await requests.transfers.plan({
			family: signer.family,
			chainRef,
			account,
			sends: {
				token: asset === "native" ? null : asset,
				recipient,
				amount: raw.toString(),
				svm: null,
			},
			isAll: amount === null,
		});
		if (!planning.ok) return refused(planning.text);
		if (window.isPinned()) return refused(message("app.phrase-waits"));
		const entryId = transferEntryId(planning.planned.id);
		window.go({ kind: "entry", entryId, mode: "review" });
		void reviewing.reviews.load(entryId);
		return done;
	}

	/**
	 * Returns `null` unless the text is an address for this kind of chain. A wrong checksum counts as a typo.
	 */
	#readRecipient(chainRef: string, text: string): string | null {
		if (readChainRef(chainRef) === null) return readKey(text) === null ? null : text;
		return hasWrongChecksum(text) ? null : readAddress(text);
	}

	async #ensAddress(chainRef: string, name: string): Promise<string | null> {
		const chain = this.#app.networks.chains.of(ENS_CHAIN);
		const address = await ensAddressOf(chain, name);
		if (address === null || chainRef === String(ENS_CHAIN)) return address;
		// A contract on Ethereum may not exist on another network.
		return (await chain.code(address)) === NO_CODE ? address : null;
	}

	async #snsOwner(chainRef: string, name: string): Promise<string | null> {
		if (clusterOf(chainRef) !== SNS_CLUSTER) return null;
		return await snsOwnerOf(this.#app.networks.svmChains.of(chainRef), name);
	}

	#accountOf(
		{ address, family }: { readonly address: string; readonly family: "evm" | "svm" },
		labels: Labels,
	): SendAccount {
		const state = this.#app.home.state();
		const assets = pricedHoldingsOf(state, address)
			.filter(({ raw }) => raw > 0n)
			.toSorted((one, other) => Number((other.cents ?? -1n) - (one.cents ?? -1n)))
			.flatMap((each) => this.#assetOf(each) ?? []);
		return {
			address: addressView(address, labels),
			family,
			assets: [
				...assets.filter(({ isListed }) => isListed),
				...assets.filter(({ isListed }) => !isListed),
			].slice(0, MAX_ASSETS),
		};
	}

	#assetOf(holding: PricedHolding): SendAsset | null {
		const unit = unitOf(holding);
		// A scaled token's displayed amounts differ from the amounts it transfers.
		if (unit === null || holding.scaling !== undefined) return null;
		const { asset, chainRef, price, raw } = holding;
		const shown = price === null || price === "differs" || !this.#app.fiat.showsFiat() ? null : price;
		const worth = shown === null ? null : fiatTextOf(raw, unit.decimals, shown, "down");
		return {
			id: keyOf(chainRef, asset),
			chainRef,
			chain: this.#app.networks.chainNameOf(chainRef),
			asset,
			...unit,
			mark: markOf(asset, chainRef).mark ?? null,
			balance: {
				...roundedView({ raw, decimals: unit.decimals, symbol: unit.symbol, checked: unit.isListed }, "down"),
				full: decimalOf(raw, unit.decimals),
				...(worth === null ? {} : { worth }),
			},
			price: shown === null ? null : { answer: shown.answer.toString(), decimals: shown.decimals },
		};
	}
}
