import { ArrowLeft, ChevronRight, FileKey, type LucideIcon, NotebookPen, Sparkles, Usb } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field, TextArea } from "../../components/field.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { Page } from "../page.tsx";
import { KEY_HELP, keyFault, LONGEST_KEY } from "./key.ts";
import { isChosen, NewPassword, NO_PASSWORD } from "./new-password.tsx";
import { phraseFault, phraseWords } from "./password.ts";

type Way = "create" | "phrase" | "key";

const WAYS: readonly {
	readonly way: Way;
	readonly icon: LucideIcon;
	readonly title: string;
	readonly words: string;
}[] = [
	{
		way: "create",
		icon: Sparkles,
		title: "Create a new phrase",
		words: "Twelve words that you write down. Every account comes from them.",
	},
	{
		way: "phrase",
		icon: NotebookPen,
		title: "Import a phrase",
		words: "You have twelve to twenty-four words from another wallet.",
	},
	{
		way: "key",
		icon: FileKey,
		title: "Import a private key",
		words: "One account, Ethereum or Solana, from its key alone.",
	},
];

/** First run: makes the vault from a new phrase, an old one, or one key; or goes on without one, with a Ledger. */
export function Welcome() {
	const [way, setWay] = useState<Way | null>(null);
	const { bridge, view } = useTrusted();
	const ledger = useWish();
	const signIn = useWish();
	const { vault } = view;
	if (way !== null) return <Setup way={way} onBack={() => setWay(null)} />;
	return (
		<Page
			title="Your keys, on this computer"
			lead="Here they are encrypted with a password of yours; on a Ledger they never leave the device. Countersign signs only what you have reviewed and held to approve."
		>
			{vault.state === "damaged" && vault.words !== null && (
				<Notice tone="danger" className="mb-4">
					{vault.words}
				</Notice>
			)}
			<ul className="card">
				{WAYS.map(({ way: to, ...words }) => (
					<Choice key={to} {...words} onChoose={() => setWay(to)} />
				))}
				<Choice
					icon={Usb}
					title="Use a Ledger"
					words="The keys stay on the device. No password is needed here for it."
					onChoose={() => void ledger.send(() => bridge.call("openLedger", {}))}
				/>
			</ul>
			<p className="mt-4 text-f2 text-pretty text-ink-2">
				Keys are one thing; who you are to the service is another. You can sign in before or after.{" "}
				<button
					type="button"
					className="font-medium text-accent hover:underline"
					onClick={() => void signIn.send(() => bridge.call("openSignIn", {}))}
				>
					Sign in…
				</button>
			</p>
			<Fault words={ledger.fault ?? signIn.fault} className="mt-4" />
		</Page>
	);
}

function Choice({
	icon: Icon,
	title,
	words,
	onChoose,
}: {
	icon: LucideIcon;
	title: string;
	words: string;
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
					<span className="block text-f2 text-ink-2">{words}</span>
				</span>
				<ChevronRight size={16} aria-hidden className="shrink-0 text-ink-3" />
			</button>
		</li>
	);
}

function Setup({ way, onBack }: { way: Way; onBack: () => void }) {
	const { bridge } = useTrusted();
	const [secret, setSecret] = useState("");
	const [password, setPassword] = useState(NO_PASSWORD);
	const wish = useWish();
	const fault = way === "phrase" ? phraseFault(secret) : way === "key" ? keyFault(secret) : null;
	const can = isChosen(password) && fault === null && (way === "create" || secret.trim() !== "");
	const title = WAYS.find((one) => one.way === way)?.title ?? "";

	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (!can) return;
		const outcome = await wish.send(() => {
			if (way === "create") return bridge.call("createPhrase", { password: password.first });
			if (way === "phrase") {
				return bridge.call("importPhrase", {
					phrase: phraseWords(secret).join(" "),
					password: password.first,
				});
			}
			return bridge.call("importKey", { key: secret.trim(), password: password.first });
		});
		if (outcome?.ok === true) {
			setSecret("");
			setPassword(NO_PASSWORD);
		}
	};

	return (
		<form onSubmit={(event) => void submit(event)} className="h-full">
			<Page
				title={title}
				lead={
					way === "create"
						? "First a password. Then the words are shown, once: have pen and paper ready, and nobody beside you."
						: "Type or paste it here, and choose the password that will encrypt it."
				}
				bar={
					<>
						<Button look="quiet" onClick={onBack} disabled={wish.busy}>
							<ArrowLeft size={15} aria-hidden /> Back
						</Button>
						<Button submit look="primary" disabled={!can} busy={wish.busy}>
							{wish.busy ? "Encrypting…" : way === "create" ? "Show the words" : "Import"}
						</Button>
					</>
				}
			>
				<div className="grid gap-5">
					{way === "phrase" && (
						<TextArea
							label="Recovery phrase"
							rows={3}
							maxLength={400}
							value={secret}
							onText={setSecret}
							wrong={fault}
							mono
							help="Words with spaces between them"
						/>
					)}
					{way === "key" && (
						<Field
							label="Private key"
							secret
							mono
							maxLength={LONGEST_KEY}
							value={secret}
							onText={setSecret}
							wrong={fault}
							help={KEY_HELP}
						/>
					)}
					<NewPassword value={password} onChange={setPassword} />
					<Fault words={wish.fault} />
				</div>
			</Page>
		</form>
	);
}
