import { Tooltip } from "radix-ui";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { bandOf } from "../../../../src/core/review/band.ts";
import type { ReviewView } from "../../../../src/ipc/review.ts";
import type { TrustedBridge } from "../../../../src/ipc/windows.ts";
import { AnnouncerProvider } from "../../../../src/renderer/state/announcer.tsx";
import { CopyProvider } from "../../../../src/renderer/state/copy.tsx";
import { TrustedContext } from "../../../../src/renderer/state/trusted.tsx";
import { sightLine } from "../../../../src/renderer/trusted/device/plan.ts";
import { DecisionBar } from "../../../../src/renderer/trusted/review/decision/decision-bar.tsx";
import { t } from "../../../../src/text/index.ts";
import { ledgerReview } from "../../../preview/samples/ledger-signing.ts";
import { locked, lying, review } from "../../../preview/samples/review.ts";
import { reviewing, trustedView } from "../../../preview/samples/trusted.ts";

const unsent = (): never => {
	throw new Error("no command is sent while a page is drawn");
};
const bridge: TrustedBridge = { call: unsent, onPush: () => () => {} };

/** Renders the decision at the foot of a review. */
const footOf = (of: ReviewView): string =>
	renderToStaticMarkup(
		<CopyProvider copy={unsent}>
			<Tooltip.Provider>
				<AnnouncerProvider>
					<TrustedContext.Provider value={{ bridge, view: trustedView(reviewing(of)) }}>
						<DecisionBar
							review={of}
							band={bandOf(of)}
							ticket={of.approval.possible ? "ticket-1" : null}
							offline={false}
							editing={false}
							allowOnce={null}
							exceptionUntil={null}
							isRead
							onUnread={() => {}}
							onShowDevice={() => {}}
						/>
					</TrustedContext.Provider>
				</AnnouncerProvider>
			</Tooltip.Provider>
		</CopyProvider>,
	);

const SIGNS = `>${t("trusted.review.signs")}<`;

describe("the footer of a blocked review", () => {
	it("names no signer and has no Approve, whatever else blocks it", () => {
		const failed = {
			...locked(),
			findings: [{ id: "own-simulation-failed", severity: "block", text: "It fails." }],
		} as const;
		for (const blocked of [lying(), failed, { ...lying(), approval: locked().approval }]) {
			expect(bandOf(blocked).tone).toBe("blocked");
			const foot = footOf(blocked);
			expect(foot).not.toContain(SIGNS);
			expect(foot).not.toContain("data-approve");
		}
	});

	it("does not lead to a Ledger's display", () => {
		const onLedger = ledgerReview();
		const { device } = onLedger;
		if (device === null) throw new Error("no Ledger signs it");
		expect(footOf(onLedger)).toContain(sightLine(device));
		const blocked = { ...onLedger, ...lying(), device };
		expect(footOf(blocked)).not.toContain(sightLine(device));
		expect(footOf(blocked)).not.toContain(t("trusted.review.ledger-signs"));
	});

	it("equals that of every other review: it names the signer", () => {
		for (const other of [review(), locked()]) expect(footOf(other)).toContain(SIGNS);
	});
});

describe("the field for the word", () => {
	it("shows the whole fingerprint if its end is the word", () => {
		const shown = { ...review(), fingerprint: `${"7f3a".repeat(15)}20a8` };
		const approval = { ...shown.approval, word: "20A8", wordOf: "fingerprint" } as const;
		const text = footOf({ ...shown, approval }).replace(/<[^>]*>/g, "");
		expect(text).toContain(`${"7f3a".repeat(15)}20A8`);
		expect(footOf({ ...shown, approval: { ...approval, wordOf: "recipient" } })).not.toContain("7f3a7f3a");
	});
});
