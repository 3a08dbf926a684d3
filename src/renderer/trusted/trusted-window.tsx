import { useEffect, useRef } from "react";
import type { TrustedScreen } from "../../ipc/windows.ts";
import { headlineText, textOrNull } from "../../text/index.ts";
import { NamesProvider } from "../components/address.tsx";
import { ClockProvider } from "../state/clock.tsx";
import { useKeptFocus } from "../state/kept-focus.ts";
import { useTheme } from "../state/theme.ts";
import { useTrusted } from "../state/trusted.tsx";
import { RemoveAppScreen } from "./account/remove-app-screen.tsx";
import { TopUpScreen } from "./account/top-up-screen.tsx";
import { BuildScreen } from "./build/build-screen.tsx";
import { ContactsScreen } from "./contacts/contacts-screen.tsx";
import { SetupFrame } from "./first-run/frame.tsx";
import { KeysStep } from "./first-run/keys-step.tsx";
import { NetworksStep } from "./first-run/networks-step.tsx";
import { NotificationsStep } from "./first-run/notifications-step.tsx";
import { PracticeScreen } from "./first-run/practice-screen.tsx";
import { ServiceStep } from "./first-run/service-step.tsx";
import { AccountScreen } from "./keys/account-screen.tsx";
import { ChangePassword } from "./keys/change-password.tsx";
import { Restore, Restored } from "./keys/restore.tsx";
import { ExportKey, ShowPhrase } from "./keys/reveal.tsx";
import { SecretScreen } from "./keys/secret-screen.tsx";
import { LedgerScreen } from "./ledger/ledger-screen.tsx";
import { NetworksScreen } from "./networks/networks-screen.tsx";
import { ProgressScreen } from "./progress/progress-screen.tsx";
import { RejectionScreen } from "./review/decision/rejection-screen.tsx";
import { ReviewScreen } from "./review/review-screen.tsx";
import { RulesScreen } from "./rules/rules-screen.tsx";
import { AutoLock } from "./settings/auto-lock.tsx";
import { BlindSigning } from "./settings/blind-signing.tsx";
import { AddAccount } from "./setup/add-account.tsx";
import { Phrase } from "./setup/phrase.tsx";
import { PhraseCheck } from "./setup/phrase-check.tsx";
import { Unlock } from "./setup/unlock.tsx";
import { Welcome } from "./setup/welcome.tsx";
import { SignInScreen } from "./sign-in/sign-in-screen.tsx";
import { Loading, NothingOpen } from "./still.tsx";

/** The trusted window: draws the one screen that main chose. */
export function TrustedWindow() {
	const { view } = useTrusted();
	const { screen } = view;
	const content = useRef<HTMLDivElement>(null);
	useTheme(view.theme);
	useKeptFocus(content);
	// The focus starts at the screen's heading, or at a danger above it: read first, and never on a button that decides.
	const name = screen.screen;
	useEffect(() => {
		if (name === "unlock" || name === "phraseCheck") return;
		const first = content.current?.querySelector<HTMLElement>("[data-read-first]");
		(first ?? content.current?.querySelector<HTMLElement>("h1"))?.focus();
	}, [name]);
	return (
		<ClockProvider mainNow={view.now}>
			<div ref={content} className="h-full">
				<SetupFrame setup={view.setup}>
					<Screen screen={screen} />
				</SetupFrame>
			</div>
		</ClockProvider>
	);
}

function Screen({ screen }: { screen: TrustedScreen }) {
	switch (screen.screen) {
		case "empty":
			return <NothingOpen waiting={screen.waiting} />;
		case "welcome":
			return <Welcome />;
		case "setupService":
			return <ServiceStep identity={screen.identity} />;
		case "setupKeys":
			return <KeysStep />;
		case "setupNetworks":
			return <NetworksStep />;
		case "setupNotifications":
			return <NotificationsStep practised={screen.practised} />;
		case "practice":
			return <PracticeScreen review={screen.review} wakeMs={screen.wakeMs} />;
		case "phrase":
			return <Phrase words={screen.words} />;
		case "phraseCheck":
			return (
				<PhraseCheck key={screen.positions.join(" ")} positions={screen.positions} wrong={screen.wrong} />
			);
		case "unlock":
			return <Unlock then={textOrNull(screen.next)} />;
		case "addAccount":
			return <AddAccount />;
		case "account":
			return <AccountScreen key={screen.page.account.address.address} page={screen.page} />;
		case "changePassword":
			return <ChangePassword />;
		case "showPhrase":
			return <ShowPhrase hasPhrase={screen.hasPhrase} touch={screen.touch} />;
		case "exportKey":
			return <ExportKey key={screen.address.address} address={screen.address} touch={screen.touch} />;
		case "secret":
			return <SecretScreen key={screen.secret.hidesAt} secret={screen.secret} />;
		case "restore":
			return <Restore hasPhrase={screen.hasPhrase} imported={screen.imported} />;
		case "restored":
			return <Restored accounts={screen.accounts} lost={screen.lost} keptAs={screen.keptAs} />;
		case "network":
			return <NetworksScreen add={screen.add} toReview={screen.toReview} />;
		case "autoLock":
			return <AutoLock />;
		case "blindSigning":
			return <BlindSigning />;
		case "ledger":
			return <LedgerScreen ledger={screen.ledger} />;
		case "rules":
			return <RulesScreen rules={screen.rules} />;
		case "contacts":
			return <ContactsScreen book={screen.book} />;
		case "signIn":
			return <SignInScreen identity={screen.identity} />;
		case "build":
			return <BuildScreen key={screen.build?.id ?? ""} build={screen.build} />;
		case "topUp":
			return <TopUpScreen account={screen.account} />;
		case "removeApp":
			return <RemoveAppScreen key={screen.app?.applicationId ?? 0} app={screen.app} />;
		case "loading":
			return <Loading headline={headlineText(screen.headline)} />;
		case "review":
			return (
				<NamesProvider value={screen.review.names}>
					<ReviewScreen
						key={screen.review.entryId}
						review={screen.review}
						ticket={screen.ticket}
						allowOnce={screen.allowOnce}
						exceptionUntil={screen.exceptionUntil}
						wakeMs={screen.wakeMs}
						queue={screen.queue}
					/>
				</NamesProvider>
			);
		case "rejection":
			return (
				<RejectionScreen key={screen.rejection.group} rejection={screen.rejection} waiting={screen.waiting} />
			);
		case "progress":
			return (
				<ProgressScreen key={screen.progress.entryId} progress={screen.progress} waiting={screen.waiting} />
			);
	}
}
