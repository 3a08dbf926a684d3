import { message } from "../../../src/core/localized-text.ts";
import type { ChangeRow, ReviewView } from "../../../src/ipc/review.ts";
import { amount, MAIN, ROUTER, STRANGER } from "./common.ts";
import { unknownCall } from "./content.ts";
import { FIRST_PAID, party, review } from "./review.ts";

const ANA = { ...STRANGER, label: "Ana Lindqvist" };

const row = (over: Partial<ChangeRow>): ChangeRow => ({
	account: MAIN,
	mine: true,
	direction: "out",
	amount: amount("1", "item", "1"),
	tokenId: null,
	counterparty: ANA,
	of: null,
	step: null,
	source: "both",
	...over,
});

const itemOf = (name: string, item: string) =>
	message("item.numbered", { collection: message("collection.claimed", { name }), item });

const safe = message("call.wrapper.safe");

const unlisted = (over: Partial<ReviewView>) =>
	review({ entryId: "e-unlisted", step: null, steps: [], contents: [unknownCall()], ...over });

/** Two items and a token leave through a contract that answers like a Safe. */
export const unverifiedSafe = () =>
	unlisted({
		headline: message("call.if", {
			wrapper: safe,
			count: 2,
			told: "send “Tidepool” #88 to Ana Lindqvist and send 400 TIDE to Ana Lindqvist",
		}),
		parties: [party("recipient", ANA, { description: message("party.contact"), usage: FIRST_PAID })],
		contracts: [
			{
				address: ROUTER,
				title: message("contract.unlisted.title.like", { like: safe }),
				age: message("contract.age.old", { blocks: 7_200 }),
				code: message("contract.code.like", { like: safe }),
				usage: message("party.no-dealings"),
			},
		],
		changes: [
			row({ item: itemOf("Tidepool", "88"), tokenId: "88" }),
			row({ amount: amount("400", "TIDE", "400000000"), of: amount("1,240", "TIDE", "1240000000") }),
		],
		findings: [
			{
				id: "unknown-call",
				severity: "caution",
				text: message("finding.unknown-call.unverified", { like: safe }),
			},
		],
	});

/** A young contract, a token in a right-to-left script, and a single wei. */
export const youngContract = () =>
	unlisted({
		headline: message("call.unknown", { selector: "0x9a3c44ff", where: ROUTER.short }),
		headlineKnown: false,
		parties: [],
		contracts: [
			{
				address: ROUTER,
				title: message("contract.unlisted.title"),
				age: message("contract.age.young", { blocks: 7_200 }),
				code: message("contract.code.unlisted"),
				usage: message("party.no-dealings"),
			},
		],
		changes: [
			row({ amount: amount("5", "دولار", "5000000") }),
			row({ amount: amount("1", "wei", "1") }),
			row({ item: itemOf("Harbor Pictures", "9"), tokenId: "9", direction: "in" }),
		],
		findings: [
			{
				id: "fresh-contract",
				severity: "caution",
				text: message("finding.fresh-contract", { contract: ROUTER.short, blocks: 7_200 }),
			},
		],
	});

export const unreadAge = () =>
	unlisted({
		headline: message("call.unknown", { selector: "0x9a3c44ff", where: ROUTER.short }),
		headlineKnown: false,
		parties: [],
		contracts: [
			{
				address: ROUTER,
				title: message("contract.unlisted.title"),
				age: message("contract.age.unknown"),
				code: message("contract.code.unlisted"),
				usage: message("party.no-dealings"),
			},
		],
	});
