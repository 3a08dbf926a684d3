import { ArrowLeft, ChevronRight, type LucideIcon, Usb } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { t, textOf } from "../../../text/index.ts";
import { Button, TextButton } from "../../components/button.tsx";
import { Form } from "../../components/form.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { Page } from "../page.tsx";
import { type SetupWay, useKeySource, WAYS } from "./key-ways.tsx";
import { Missing } from "./missing.tsx";
import { isChosen, missingPassword, NewPassword, NO_PASSWORD } from "./new-password.tsx";

const ORDER: readonly SetupWay[] = ["create", "phrase", "key", "file"];

export function Welcome() {
	const [way, setWay] = useState<SetupWay | null>(null);
	const { vault } = useTrusted().view;
	const ledger = useTrustedCommand();
	const signIn = useTrustedCommand();
	if (way !== null) return <MakeKeys way={way} onBack={() => setWay(null)} />;
	return (
		<Page title={t("trusted.setup.keys-computer")} lead={t("trusted.setup.intro")}>
			{vault.state === "damaged" && vault.text !== null && (
				<Notice tone="danger" className="mb-4">
					{textOf(vault.text)}
				</Notice>
			)}
			<KeyWays onChoose={setWay} onLedger={() => void ledger.call("openLedger", {})} />
			<p className="mt-4 text-f2 text-pretty text-ink-2">
				{t("trusted.setup.sign-in.separate")}{" "}
				<TextButton onClick={() => void signIn.call("openSignIn", {})}>{t("ui.sign-in")}</TextButton>
			</p>
			<Fault text={ledger.fault ?? signIn.fault} className="mt-4" />
		</Page>
	);
}

/** @param onChoose `null` if there are keys already, because more can be added on Home */
export function KeyWays({
	onChoose,
	onLedger,
}: {
	onChoose: ((way: SetupWay) => void) | null;
	onLedger: () => void;
}) {
	return (
		<ul className="card">
			{onChoose !== null &&
				ORDER.map((way) => (
					<Choice
						key={way}
						icon={WAYS[way].icon}
						title={t(`trusted.setup.ways.${way}.title`)}
						text={t(`trusted.setup.ways.${way}.words`)}
						onChoose={() => onChoose(way)}
					/>
				))}
			<Choice
				icon={Usb}
				title={t("trusted.setup.use-a-ledger")}
				text={t("trusted.setup.ledger.password")}
				onChoose={onLedger}
			/>
		</ul>
	);
}

function Choice({
	icon: Icon,
	title,
	text,
	onChoose,
}: {
	icon: LucideIcon;
	title: string;
	text: string;
	onChoose: () => void;
}) {
	return (
		<li className="not-first:border-t not-first:border-line-2">
			<button
				type="button"
				onClick={onChoose}
				className="flex w-full items-center gap-4 px-4 py-4 text-left outline-offset-[-2px] hover:bg-ground"
			>
				<Icon size={19} aria-hidden className="shrink-0 text-accent" />
				<span className="flex-1">
					<span className="block font-medium">{title}</span>
					<span className="block text-f2 text-ink-2">{text}</span>
				</span>
				<ChevronRight size={16} aria-hidden className="shrink-0 text-ink-3" />
			</button>
		</li>
	);
}

export function MakeKeys({ way, onBack }: { way: SetupWay; onBack: () => void }) {
	const { command, can: isRight, missing: source, field, bringIn } = useKeySource(way);
	const [password, setPassword] = useState(NO_PASSWORD);
	const form = useRef<HTMLFormElement>(null);
	useEffect(() => form.current?.querySelector<HTMLElement>("input, textarea")?.focus(), []);
	const { lead, action } = WAYS[way];
	const can = isChosen(password) && isRight;
	const missing = source ?? missingPassword(password);
	const missingId = useId();

	const submit = async () => {
		if (can && (await bringIn(password.first))) setPassword(NO_PASSWORD);
	};

	return (
		<Form ref={form} onSubmit={submit} className="h-full">
			<Page
				title={t(`trusted.setup.ways.${way}.title`)}
				lead={textOf(lead)}
				bar={
					<>
						<Missing id={missingId} text={missing} />
						<Button variant="quiet" onClick={onBack} disabled={command.busy}>
							<ArrowLeft size={15} aria-hidden /> {t("ui.back")}
						</Button>
						<Button
							submit
							variant="primary"
							disabled={!can}
							busy={command.busy}
							aria-describedby={missing === null ? undefined : missingId}
						>
							{command.busy ? t("trusted.setup.encrypting") : textOf(action)}
						</Button>
					</>
				}
			>
				<div className="grid gap-5">
					{field}
					<NewPassword replaces={way === "file"} value={password} onChange={setPassword} />
					<Fault text={command.fault} />
				</div>
			</Page>
		</Form>
	);
}
