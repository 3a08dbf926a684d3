import { Tooltip } from "radix-ui";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { AnnouncerProvider } from "../state/announcer.tsx";
import { deskBridge } from "../state/bridge.ts";
import { CopyProvider } from "../state/copy.tsx";
import { DeskProvider } from "../state/desk.tsx";
import { Desk } from "./desk.tsx";
import { Starting } from "./shell/starting.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no #root element");
const bridge = deskBridge();

createRoot(root).render(
	<StrictMode>
		<CopyProvider copy={(text) => bridge.call("copyText", { text })}>
			<Tooltip.Provider delayDuration={250}>
				<AnnouncerProvider>
					<DeskProvider bridge={bridge} waiting={<Starting />}>
						<Desk />
					</DeskProvider>
				</AnnouncerProvider>
			</Tooltip.Provider>
		</CopyProvider>
	</StrictMode>,
);
