import { describe, expect, it } from "vitest";
import { feeItemOf } from "../../../../src/core/match/fee-item.ts";
import { freezeAction } from "../../../../src/core/match/freeze-action.ts";
import { action, actionReview } from "../review/several.ts";
import { OWNER, payload, request, transaction, VAULT } from "./honest.ts";

const FEE = { to: VAULT, value: "1000000000000000", data: "0x" };

function scene(kind = "service_fee", change: Partial<typeof FEE> = {}) {
	const fee = { ...FEE, ...change };
	const asked = request([transaction(), transaction({ ...fee, kind, label: "Fee", pending_tx_id: 42 })]);
	return { action: action(asked), intents: [payload(), payload(fee, { nonce: 12 })] };
}

function found({ action: asked, intents }: ReturnType<typeof scene>) {
	const freezing = freezeAction(asked, "session-1", OWNER, intents, false);
	if (!freezing.ok) throw new Error("not frozen");
	return feeItemOf(freezing.frozen);
}

describe("the service’s fee transaction", () => {
	it.each(["fee", "service_fee", "App_Fee", "platform_fee"])("is the last, of the kind %s", (kind) => {
		expect(found(scene(kind))).toEqual({ place: 1, to: VAULT, amount: 1_000_000_000_000_000n });
	});

	it.each([
		["of another kind", scene("transfer")],
		["with a call", scene("fee", { data: "0x3ccfd60b" })],
		["without an amount", scene("fee", { value: "0" })],
	])("is none %s", (_, made) => {
		expect(found(made)).toBeNull();
	});

	it("is none if it is alone", () => {
		const alone = {
			action: action(request([transaction({ ...FEE, kind: "fee" })])),
			intents: [payload(FEE)],
		};
		expect(found(alone)).toBeNull();
	});

	it("is reported as what the service calls it, and judged like any payment", () => {
		const reviewed = (kind: string) => {
			const { action: asked, intents } = scene(kind);
			return actionReview(asked, intents).findings.filter(({ id }) => id !== "service-fee");
		};
		const { action: asked, intents } = scene();
		const fee = actionReview(asked, intents).findings.find(({ id }) => id === "service-fee");
		expect(fee).toMatchObject({ severity: "info", needsWord: false, text: { code: "finding.service-fee" } });
		expect(reviewed("service_fee").map(({ id, severity }) => [id, severity])).toEqual(
			reviewed("transfer").map(({ id, severity }) => [id, severity]),
		);
	});
});
