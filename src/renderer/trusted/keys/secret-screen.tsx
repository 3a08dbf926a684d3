import { EyeOff } from "lucide-react";
import { useEffect, useState } from "react";
import type { SecretView } from "../../../ipc/keys.ts";
import { t } from "../../../text/index.ts";
import { AddressLabel } from "../../components/address.tsx";
import { Button, CopyButton } from "../../components/button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useNow } from "../../state/clock.tsx";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { Page } from "../page.tsx";
import { PhraseGrid } from "../setup/phrase.tsx";

/** Hides the secret when its time is up or the window loses the focus. Main hides it as well. */
export function SecretScreen({ secret }: { secret: SecretView }) {
	const { bridge } = useTrusted();
	const command = useTrustedCommand();
	const [left, setLeft] = useState(false);
	const now = useNow();
	const seconds = Math.max(0, Math.ceil((secret.hidesAt - now) / 1000));
	const { send } = command;
	useEffect(() => {
		const hide = () => {
			setLeft(true);
			void send(() => bridge.call("hideSecret", {}));
		};
		const hidden = () => {
			if (document.visibilityState === "hidden") hide();
		};
		window.addEventListener("blur", hide);
		document.addEventListener("visibilitychange", hidden);
		return () => {
			window.removeEventListener("blur", hide);
			document.removeEventListener("visibilitychange", hidden);
		};
	}, [bridge, send]);
	const isShown = !left && seconds > 0;
	return (
		<Page
			title={secret.kind === "phrase" ? t("trusted.keys.your-phrase") : t("trusted.keys.your-key")}
			lead={secret.kind === "phrase" ? t("trusted.keys.your-phrase.lead") : t("trusted.keys.your-key.lead")}
			bar={
				<>
					<span className="num text-f2 text-ink-3" role="timer">
						{t("trusted.keys.hidden-in", { seconds })}
					</span>
					<Button variant="primary" {...command.press("hideSecret", {})}>
						<EyeOff size={15} aria-hidden /> {t("trusted.keys.hide")}
					</Button>
				</>
			}
		>
			{isShown && (secret.kind === "phrase" ? <PhraseGrid words={secret.phrase} /> : <Key secret={secret} />)}
			<Notice tone="caution" className="mt-5">
				{secret.kind === "phrase" ? t("trusted.setup.phrase.warning") : t("trusted.keys.key-caution")}
			</Notice>
			<Fault text={command.fault} className="mt-3" />
		</Page>
	);
}

function Key({ secret }: { secret: Extract<SecretView, { kind: "key" }> }) {
	return (
		<div className="card">
			<div className="border-b border-line-2 px-4 py-3">
				<AddressLabel view={secret.address} size={24} whole />
			</div>
			<div className="flex items-start gap-1 px-4 py-3">
				<span data-secret className="num min-w-0 flex-1 text-f3 wrap-anywhere">
					{secret.key}
				</span>
				<CopyButton text={secret.key} what={t("trusted.keys.the-key")} />
			</div>
		</div>
	);
}
