import { ExternalLink, LoaderCircle, QrCode as QrIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { EnvironmentView, SignInProgress } from "../../../bridge/identity-views.ts";
import { Button } from "../../components/button.tsx";
import { Claim, Segments } from "../../components/claim.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Countdown } from "../../components/countdown.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { codeGroups, linkLeadsTo, RESOURCE_NAMES, signInOrigin } from "./offers.ts";
import { QrCode } from "./qr-code.tsx";

type UnderWay = Extract<SignInProgress, { readonly kind: "working" | "browser" | "device" }>;

/** The screen's heading while a sign-in is under way. */
export const UNDER_WAY_TITLES: Readonly<Record<UnderWay["kind"], string>> = {
	working: "Signing in",
	browser: "Go on in your browser",
	device: "Sign in with this code",
};

/** The sentence under it. */
export function underWayLead(progress: UnderWay, environment: EnvironmentView | null): string {
	const what = `${RESOURCE_NAMES[progress.resource]}${environment === null ? "" : `, ${environment.name}`}`;
	if (progress.kind === "working") return `${what}.`;
	if (progress.kind === "browser") {
		return `${what}. Your browser shows the service’s own page. When you have agreed there, you come back here by yourself.`;
	}
	return `${what}. Open the link on this computer or on your phone, and type the code there. It goes on here by itself.`;
}

/** A sign-in under way: what it waits for, and how long. */
export function SigningIn({
	progress,
	environment,
}: {
	progress: UnderWay;
	environment: EnvironmentView | null;
}) {
	if (progress.kind === "device") return <DeviceCode progress={progress} environment={environment} />;
	return (
		<div className="card px-4 py-4">
			<Waiting>{progress.kind === "working" ? progress.words : "Waiting for your browser"}</Waiting>
			{progress.kind === "browser" && (
				<p className="mt-2 text-f2 text-ink-2">
					It ends in <Countdown at={progress.endsAt} />. If no page opened, cancel and sign in with a code.
				</p>
			)}
		</div>
	);
}

function Waiting({ children }: { children: ReactNode }) {
	return (
		<p className="flex items-center gap-3" role="status">
			<LoaderCircle size={16} aria-hidden className="shrink-0 text-accent motion-turn" />
			<span className="min-w-0 wrap-anywhere">{children}</span>
		</p>
	);
}

function DeviceCode({
	progress,
	environment,
}: {
	progress: Extract<SignInProgress, { readonly kind: "device" }>;
	environment: EnvironmentView | null;
}) {
	const { bridge } = useTrusted();
	const wish = useWish();
	const { userCode, link, fullLink, endsAt } = progress;
	const { host, expected } = linkLeadsTo(fullLink ?? link, environment);
	const plain = linkLeadsTo(link, environment).expected;
	const safe = expected && plain;
	return (
		<div className="grid gap-4">
			{!safe && (
				<Notice tone="danger" alert>
					The service gave a link to <Claim text={host} className="num" />
					{environment !== null && (
						<>
							, which is not this environment’s sign-in address (
							<span className="num">{signInOrigin(environment)}</span>)
						</>
					)}
					. Don’t type the code there. Nothing was given away; cancel, and look at the environment’s
					addresses.
				</Notice>
			)}
			<div className="card">
				<div className="px-4 pt-4 pb-4 text-center">
					<p className="label">Your code</p>
					<div className="mt-1.5 flex items-center justify-center gap-2">
						<UserCode code={userCode} />
						<CopyButton text={userCode} what="the code" />
					</div>
					<p className="mt-2 text-f2 text-ink-2">
						It can be used for <Countdown at={endsAt} />. The page must show the same one.
					</p>
				</div>
				{safe && (
					<div className="flex flex-wrap items-center gap-x-5 gap-y-4 border-t border-line-2 px-4 py-4">
						<QrCode
							text={fullLink ?? link}
							name={`QR code of the sign-in page at ${host}${fullLink === null ? "" : ", with your code"}`}
						/>
						<div className="grid min-w-48 flex-1 gap-3">
							<p className="flex items-start gap-2 text-f2 text-ink-2">
								<QrIcon size={15} aria-hidden className="mt-0.5 shrink-0" />
								{fullLink === null
									? "Scan it with your phone, then type the code."
									: "Scan it with your phone: it brings the code along."}
							</p>
							<div>
								<p className="text-f2 text-ink-2">Or open</p>
								<p className="flex items-start gap-1">
									<Claim text={link} max={300} className="num min-w-0 wrap-anywhere text-f1" />
									<CopyButton text={link} what="the link" />
								</p>
							</div>
							<Button
								look="primary"
								busy={wish.busy}
								className="justify-self-start"
								onClick={() => void wish.send(() => bridge.call("openSignInLink", {}))}
							>
								<ExternalLink size={15} aria-hidden /> Open in browser
							</Button>
						</div>
					</div>
				)}
			</div>
			<Fault words={wish.fault} />
			<Waiting>Waiting for you to agree there</Waiting>
		</div>
	);
}

/** A code as it is typed: large, in its groups; said character by character to those who listen. */
export function UserCode({ code }: { code: string }) {
	return (
		<p className="num text-[1.75rem] leading-tight font-semibold tracking-wide">
			<span aria-hidden className="flex flex-wrap justify-center gap-x-3">
				{codeGroups(code).map((group, at) => (
					// The groups of one code never move: the place is the identity.
					<bdi key={at}>
						<Segments text={group} lines={false} />
					</bdi>
				))}
			</span>
			<span className="sr-only">{[...code].join(" ")}</span>
		</p>
	);
}
