import { Tooltip } from "radix-ui";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { AnnouncerProvider } from "../state/announcer.tsx";
import { trustedBridge } from "../state/bridge.ts";
import { CopyProvider } from "../state/copy.tsx";
import { TrustedProvider } from "../state/trusted.tsx";
import { TrustedWindow } from "./trusted-window.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no #root element");
const bridge = trustedBridge();

createRoot(root).render(
	<StrictMode>
		<CopyProvider copy={(text) => bridge.call("copyText", { text })}>
			<Tooltip.Provider delayDuration={250}>
				<AnnouncerProvider>
					<TrustedProvider bridge={bridge} waiting={<main aria-busy="true" className="h-full" />}>
						<TrustedWindow />
					</TrustedProvider>
				</AnnouncerProvider>
			</Tooltip.Provider>
		</CopyProvider>
	</StrictMode>,
);
