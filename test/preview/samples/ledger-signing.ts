import { message, sentences } from "../../../src/core/localized-text.ts";
import type { ReviewView } from "../../../src/ipc/review.ts";
import type { ProgressView } from "../../../src/ipc/signing.ts";
import type {
	DevicePageView,
	DevicePlanView,
	DeviceReviewView,
	DeviceSigningView,
} from "../../../src/ipc/wallet.ts";
import { LEDGER_EVM, STRANGER, steps } from "./common.ts";
import { device, deviceIn, ETHEREUM } from "./ledger.ts";
import { severalSignatures, twoSteps, unknownTyped } from "./requests.ts";
import { review } from "./review.ts";
import { progress } from "./trusted.ts";

const page = (title: string, text = ""): DevicePageView => ({ title, text });

export function plan(change: Partial<DevicePlanView> = {}): DevicePlanView {
	return {
		sight: "clear",
		text: "The device shows amount, recipient and fees. Compare them with this review.",
		pages: [
			page("Review transaction"),
			page("From", LEDGER_EVM.address),
			page("Amount", "0.0123 ETH"),
			page("To", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"),
			page("Max fees", "0.00063 ETH"),
			page("Network", "Base"),
			page("Sign transaction"),
		],
		hashes: [
			{
				label: "Transaction hash",
				value: "0x07558e865fd4b044beb48501e62248bcbaeecdf499e1bfce77293c30893a808d",
				onDevice: false,
			},
		],
		...change,
	};
}

/** In words, by what Ledger signed of the token. */
export function wordsPlan(): DevicePlanView {
	return plan({
		text: message("device-plan.evm.described-approval"),
		pages: [
			page("Review transaction to approve ERC20 token"),
			page("From", LEDGER_EVM.address),
			page("Approve", "Unlimited USDC"),
			page("Approve to", "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af"),
			page("Network", "Base"),
			page("Max fees", "0.0027 ETH"),
			page("Sign transaction"),
		],
	});
}

export function blindPlan(): DevicePlanView {
	return plan({
		sight: "blind",
		text: "The app does not decode this call. The device shows its target, fees and hash, not what it does. Approve there only where the hash is the one below.",
		pages: [
			page("Blind signing ahead", "To accept risk, press both buttons"),
			page("Review transaction"),
			page("From", LEDGER_EVM.address),
			page("To", "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af"),
			page("Max fees", "0.0027 ETH"),
			page("Tx hash", "0x07558e865fd4b044beb48501e62248bcbaeecdf499e1bfce77293c30893a808d"),
			page("Accept risk and sign transaction"),
		],
		hashes: plan().hashes.map((hash) => ({ ...hash, onDevice: true })),
	});
}

export function typedPlan(): DevicePlanView {
	return plan({
		sight: "blind",
		text: "The device shows the domain and the message hash, not the members of the message. Compare the hash with the one below.",
		pages: [
			page("Blind signing ahead", "To accept risk, press both buttons"),
			page("Review typed message"),
			page("name", "USD Coin\u202E"),
			page("version", "2"),
			page("chainId", "8453"),
			page("verifyingContract", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"),
			page("Message hash", "0x5A8B6DA5020B4A9E1B2652E400747BA64545B45BB432C1C1951BC0712E9FDB4B"),
			page("Sign message"),
		],
		hashes: [
			{
				label: "Message hash",
				value: "0x5a8b6da5020b4a9e1b2652e400747ba64545b45bb432c1c1951bc0712e9fdb4b",
				onDevice: true,
			},
			{
				label: "Domain hash",
				value: "0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f",
				onDevice: false,
			},
		],
	});
}

/** Every member by its bare name: blind signing is off, and Raw messages may be on. */
function membersPlan(): DevicePlanView {
	return plan({
		sight: "members",
		text: sentences(message("device-plan.evm.members"), message("device-plan.setting.raw")),
		pages: [
			page("Blind signing ahead", "To accept risk, press both buttons"),
			page("Review typed message"),
			page("Review struct", "EIP712Domain"),
			page("name", "USD Coin"),
			page("version", "2"),
			page("chainId", "8453"),
			page("verifyingContract", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"),
			page("Review struct", "Permit"),
			page("owner", LEDGER_EVM.address),
			page("spender", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"),
			page("value", "25000000"),
			page("nonce", "0"),
			page("deadline", "1900000000"),
			page("Sign message"),
		],
		hashes: typedPlan().hashes.map((hash) => ({ ...hash, onDevice: false })),
	});
}

/** A message of many device screens: whole, in a box that scrolls. */
export function messagePlan(): DevicePlanView {
	return plan({
		text: "The device shows the whole message, over several screens.",
		pages: [page("Review message"), page("Message", "agent ".repeat(140).trim()), page("Sign message")],
		hashes: [],
	});
}

export function impossiblePlan(): DevicePlanView {
	return plan({
		sight: "impossible",
		text: "The app refuses this unless blind signing is on. Turn it on in the settings of the Ethereum app on the device, or reject the request. Nothing was signed.",
		pages: [],
		hashes: [],
	});
}

function deviceReview(change: Partial<DeviceReviewView> = {}): DeviceReviewView {
	return {
		app: "Ethereum",
		account: "Ledger Nano X, m/44'/60'/0'/0/0",
		device: device(),
		plans: [plan()],
		...change,
	};
}

/** A review that a Ledger must sign. */
export function ledgerReview(
	change: Partial<DeviceReviewView> = {},
	of: ReviewView = review({ steps: [], step: null }),
): ReviewView {
	return {
		...of,
		signer: { address: LEDGER_EVM, state: "ready", text: "Ethereum app open" },
		device: deviceReview(change),
	};
}

/** Nothing is connected yet: it can be approved, and waits for the device. */
export function awayReview(): ReviewView {
	const of = ledgerReview({ device: deviceIn("none") });
	return { ...of, signer: { ...of.signer, state: "locked", text: "not connected" } };
}

/** Its app can't sign this. */
export function impossibleReview(): ReviewView {
	return {
		...ledgerReview({
			device: device({ app: { ...ETHEREUM, blindSigning: false } }),
			plans: [impossiblePlan()],
		}),
		approval: {
			possible: false,
			refusals: ["Your Ledger can’t sign this while blind signing is off. Nothing was signed."],
			word: null,
			wordOf: null,
			canRetry: true,
		},
	};
}

export function typedReview(): ReviewView {
	return ledgerReview({ plans: [typedPlan()] }, unknownTyped());
}

export function membersReview(): ReviewView {
	return ledgerReview(
		{ device: device({ app: { ...ETHEREUM, blindSigning: false } }), plans: [membersPlan()] },
		unknownTyped(),
	);
}

/** Several things to sign, one group each. */
export function severalReview(): ReviewView {
	const of = severalSignatures();
	return ledgerReview(
		{ plans: of.contents.map((_, index) => [messagePlan(), typedPlan(), plan()][index % 3] ?? plan()) },
		of,
	);
}

/** Two transactions under one hold, each confirmed on the device. */
export const oneHoldReview = (): ReviewView => ledgerReview({ plans: [plan(), plan()] }, twoSteps());

const STEPS = ["connect", "open", "check", "confirm"] as const;

/** A signature with the first `done` steps done and the next one under way. */
function signing(done: number, change: Partial<DeviceSigningView> = {}): DeviceSigningView {
	return {
		model: "Ledger Nano X",
		steps: STEPS.map((name, index) => ({
			name,
			state: index < done ? "done" : index === done ? "now" : "todo",
		})),
		text: "",
		device: device(),
		plan: null,
		canCancel: true,
		...change,
	};
}

function waits(of: DeviceSigningView, change: Partial<ProgressView> = {}): ProgressView {
	return progress({
		steps: steps(1, "now", "Waits for your Ledger."),
		text: "You approved it. It is signed once you confirm on your Ledger.",
		fundsMayHaveMoved: false,
		transactionId: null,
		signedWith: null,
		device: of,
		...change,
	});
}

export const connecting = waits(
	signing(0, { text: "Connect your Ledger with its cable.", device: deviceIn("none") }),
);
export const opening = waits(
	signing(1, { text: "Open the Ethereum app on your Ledger.", device: deviceIn("dashboard") }),
);
export const checking = waits(
	signing(2, { text: "Reading the account’s address from your Ledger.", device: device() }),
);
export const confirming = waits(
	signing(3, {
		text: "Look at your Ledger, and confirm or reject there.",
		device: deviceIn("asking"),
		plan: blindPlan(),
	}),
);
export const confirmingClear = waits(
	signing(3, {
		text: "Look at your Ledger, and confirm or reject there.",
		device: deviceIn("asking"),
		plan: plan(),
	}),
);
export const otherDevice = waits(
	signing(2, {
		text: "This Ledger gives another address for the account’s path. Connect the one that the account is of.",
		steps: STEPS.map((name, index) => ({
			name,
			state: index < 2 ? "done" : index === 2 ? "failed" : "todo",
		})),
		device: device({ condition: "failed", text: `It has ${STRANGER.short}, not ${LEDGER_EVM.short}.` }),
	}),
);
