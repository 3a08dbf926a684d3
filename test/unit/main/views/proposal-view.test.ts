import { describe, expect, it } from "vitest";
import type { ApprovalRequest } from "../../../../src/core/review/approval-request.ts";
import { proposalView } from "../../../../src/main/views/proposal-view.ts";
import { actionEvent } from "../../../../src/service-api/events.ts";
import { newer } from "../../../fixtures/newer.ts";
import { requestOfAction } from "../../../fixtures/requests.ts";

const action = actionEvent.parse(newer("action-with-open-members"));
const session = { id: "local-agent:a1", title: "Untitled", app: null };

function viewed(change: Partial<Extract<ApprovalRequest, { kind: "proposal" }>> = {}, known = true) {
	const request: ApprovalRequest = {
		...requestOfAction(action),
		kind: "proposal",
		agentId: "a1",
		reason: "Rent of May",
		requestCount: 4,
		payment: null,
		caller: { door: "mcp_stdio", pid: 7, program: "claude", at: 1 },
		...change,
	};
	return proposalView({ request, session }, (agentId) =>
		known && agentId === "a1" ? { name: "Claude" } : null,
	).proposal;
}

describe("the agent of a proposal", () => {
	it("has the user's name, and its own words as claims", () => {
		expect(viewed()).toMatchObject({
			agentId: "a1",
			agent: "Claude",
			caller: { program: "claude", pid: 7 },
			reason: "Rent of May",
			requestCount: 4,
			payment: null,
		});
	});

	it("is named by its session once it is not stored any more", () => {
		expect(viewed({}, false)).toMatchObject({ agent: "Untitled", caller: { program: "claude" } });
	});

	it("names the program that proposed it, whoever called since", () => {
		const caller = { door: "json_rpc", pid: null, program: "evil", at: 2 } as const;
		expect(viewed({ caller })?.caller).toEqual(caller);
		expect(viewed({ caller: null })?.caller).toBeNull();
	});

	it("is absent from requests of the service", () => {
		expect(proposalView({ request: requestOfAction(action), session }, () => null)).toEqual({});
	});
});

describe("the payment of a proposal", () => {
	const paid = (payment: unknown) => viewed({ payment: JSON.stringify(payment) })?.payment;

	it("names host and resource of an x402 payment", () => {
		const resource = "https://api.weather.example/v1/forecast";
		expect(paid({ resource, description: "Forecast", amount: "1" })).toEqual({
			host: "api.weather.example",
			resource,
			description: "Forecast",
		});
	});

	it("has no host if the resource is no address, and is absent if it can't be read", () => {
		expect(paid({ resource: "not an address", description: "" })?.host).toBe("");
		expect(paid({ resource: 7 })).toBeNull();
		expect(viewed({ payment: "{" })?.payment).toBeNull();
	});
});
