import { Tooltip } from "radix-ui";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { ProposalView } from "../../../../src/ipc/review.ts";
import { ClockProvider } from "../../../../src/renderer/state/clock.tsx";
import { AgentSays } from "../../../../src/renderer/trusted/review/headline.tsx";
import { Who } from "../../../../src/renderer/trusted/review/who.tsx";
import { t } from "../../../../src/text/index.ts";
import { caller, proposal } from "../../../preview/samples/agents.ts";
import { NOW } from "../../../preview/samples/common.ts";
import { review } from "../../../preview/samples/review.ts";

const rendered = (element: React.ReactElement) =>
	renderToStaticMarkup(
		<ClockProvider mainNow={NOW}>
			<Tooltip.Provider>{element}</Tooltip.Provider>
		</ClockProvider>,
	);
const who = (change: Partial<ProposalView> = {}) =>
	rendered(
		<Who review={review({ requestKind: "proposal", proposal: proposal(change) })} queue={{ at: 1, of: 1 }} />,
	);

describe("the review of a proposal", () => {
	it("shows the user's name for the agent, its program, and how often it repeated the request", () => {
		const html = who();
		expect(html).toContain("Claude on this computer");
		expect(html).toContain("48112");
		expect(html).toContain(t("trusted.review.agent-asked", { count: 4 }));
		expect(html).not.toContain("uniswap");
	});

	it("shows no count for a request that was made once", () => {
		expect(who({ requestCount: 1 })).not.toContain(t("trusted.review.agent-asked", { count: 1 }));
	});

	it("marks hidden characters in the agent's words, and says if it gave no reason", () => {
		const html = who({ reason: "safe\u202E", caller: caller({ program: "x\u200By" }) });
		expect(html).not.toMatch(/[\u202E\u200B]/);
		expect(html).toContain("U+202E");
		expect(who({ reason: null })).toContain(t("trusted.review.agent-asks"));
	});

	it("repeats only a long reason below, as the agent's words", () => {
		const says = (change: Partial<ProposalView>) => rendered(<AgentSays proposal={proposal(change)} />);
		expect(says({ reason: "short" })).toBe("");
		expect(says({ reason: null })).toBe("");
		expect(says({ reason: "x".repeat(100) })).toContain("x".repeat(100));
		expect(says({ reason: "two\nlines" })).toContain("two\nlines");
	});

	it("shows the resource of a payment, and no empty host", () => {
		const payment = { host: "", resource: "not an address", description: "" };
		const html = rendered(<AgentSays proposal={proposal({ payment })} />);
		expect(html).toContain("not an address");
		expect(html).not.toContain(t("trusted.review.agent-payment.host"));
	});
});
