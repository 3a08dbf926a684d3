import { Tooltip } from "radix-ui";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { DeskBridge } from "../../../../src/ipc/windows.ts";
import { ClockProvider } from "../../../../src/renderer/state/clock.tsx";
import { DeskContext, type DeskRouteContext } from "../../../../src/renderer/state/desk.tsx";
import { DeskStore } from "../../../../src/renderer/state/desk-store.ts";
import { NOW } from "../../../preview/samples/common.ts";
import { deskView } from "../../../preview/samples/desk.ts";

const nothing = () => {};
const bridge: DeskBridge = {
	call: () => {
		throw new Error("nothing is called here");
	},
	onPush: () => nothing,
};
const desk: DeskRouteContext = {
	bridge,
	route: "inbox",
	go: nothing,
	part: null,
	sessionId: null,
	choice: { entryId: null, sessionId: null },
	choose: nothing,
	begun: 0,
	openSession: nothing,
	reading: false,
	listSessions: nothing,
	isStopping: false,
	setStopping: nothing,
	watch: nothing,
};
/** Renders a part of the desk once, and returns its markup. */
export const renderDesk = (element: ReactElement, view = deskView()) =>
	renderToStaticMarkup(
		<ClockProvider mainNow={NOW}>
			<Tooltip.Provider>
				<DeskContext value={{ ...desk, store: new DeskStore({ view, transcript: null }) }}>
					{element}
				</DeskContext>
			</Tooltip.Provider>
		</ClockProvider>,
	);
