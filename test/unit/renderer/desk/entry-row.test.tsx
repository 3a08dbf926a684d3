import { Tooltip } from "radix-ui";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/message.ts";
import type { DeskBridge } from "../../../../src/ipc/windows.ts";
import { EntryRow } from "../../../../src/renderer/desk/inbox/entry-row.tsx";
import { EntryCard } from "../../../../src/renderer/desk/session/entry-card.tsx";
import { ClockProvider } from "../../../../src/renderer/state/clock.tsx";
import { type Desk, DeskContext } from "../../../../src/renderer/state/desk.tsx";
import { NOW } from "../../../preview/samples/common.ts";
import { deskView, entry } from "../../../preview/samples/desk.ts";

const nothing = () => {};
const bridge: DeskBridge = {
	call: () => {
		throw new Error("nothing is called here");
	},
	onPush: () => nothing,
};
const desk: Desk = {
	bridge,
	view: deskView(),
	transcript: null,
	place: "inbox",
	go: nothing,
	sessionId: null,
	choice: { entryId: null, sessionId: null },
	choose: nothing,
	begun: 0,
	openSession: nothing,
	reading: false,
	listSessions: nothing,
	watch: nothing,
};
const drawn = (element: ReactElement) =>
	renderToStaticMarkup(
		<ClockProvider mainNow={NOW}>
			<Tooltip.Provider>
				<DeskContext value={desk}>{element}</DeskContext>
			</Tooltip.Provider>
		</ClockProvider>,
	);

describe("what is said of an entry on its way", () => {
	const note = message("desk.inbox.nothing-waits");
	const settling = entry({ state: "settling", stepsDone: 3, note });
	it("is a sentence in the inbox and in the conversation, never a message as it came", () => {
		const row = (
			<EntryRow entry={settling} chosen={false} onChoose={nothing} onOpen={nothing} onRead={nothing} />
		);
		for (const element of [row, <EntryCard key="card" entry={settling} chosen={false} />])
			expect(drawn(element)).toContain("Nothing waits for you");
	});
});
