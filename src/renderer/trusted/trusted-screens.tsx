import type { ReactElement } from "react";
import { RemoveAppScreen } from "./account/remove-app-screen.tsx";
import { TopUpScreen } from "./account/top-up-screen.tsx";
import { AgentDoors } from "./agents/agent-doors.tsx";
import { AgentsScreen } from "./agents/agents-screen.tsx";
import { BuildScreen } from "./build/build-screen.tsx";
import { ContactsScreen } from "./contacts/contacts-screen.tsx";
import { KeysStep } from "./first-run/keys-step.tsx";
import { NetworksStep } from "./first-run/networks-step.tsx";
import { NotificationsStep } from "./first-run/notifications-step.tsx";
import { PracticeScreen } from "./first-run/practice-screen.tsx";
import { ServiceStep } from "./first-run/service-step.tsx";
import type { LaterScreen } from "./first-screens.ts";
import { AccountScreen } from "./keys/account-screen.tsx";
import { ChangePassword } from "./keys/change-password.tsx";
import { Restore, Restored } from "./keys/restore.tsx";
import { ExportKey, ShowPhrase } from "./keys/reveal.tsx";
import { SecretScreen } from "./keys/secret-screen.tsx";
import { LedgerScreen } from "./ledger/ledger-screen.tsx";
import { NetworksScreen } from "./networks/networks-screen.tsx";
import { RulesScreen } from "./rules/rules-screen.tsx";
import { SendScreen } from "./send/send-screen.tsx";
import { AutoLock } from "./settings/auto-lock.tsx";
import { BlindSigning } from "./settings/blind-signing.tsx";
import { AddAccount } from "./setup/add-account.tsx";
import { Phrase } from "./setup/phrase.tsx";
import { PhraseCheck } from "./setup/phrase-check.tsx";
import { Welcome } from "./setup/welcome.tsx";
import { SignInScreen } from "./sign-in/sign-in-screen.tsx";

type ScreenNamed<Name> = Extract<LaterScreen, { readonly screen: Name }>;

const SCREENS: {
	readonly [Name in LaterScreen["screen"]]: (screen: ScreenNamed<Name>) => ReactElement;
} = {
	welcome: () => <Welcome />,
	setupService: (screen) => <ServiceStep identity={screen.identity} />,
	setupKeys: () => <KeysStep />,
	setupNetworks: () => <NetworksStep />,
	setupNotifications: (screen) => <NotificationsStep practised={screen.practised} />,
	practice: (screen) => <PracticeScreen review={screen.review} />,
	phrase: (screen) => <Phrase words={screen.words} />,
	phraseCheck: (screen) => (
		<PhraseCheck key={screen.positions.join(" ")} positions={screen.positions} wrong={screen.wrong} />
	),
	addAccount: () => <AddAccount />,
	account: (screen) => <AccountScreen key={screen.page.account.address.address} page={screen.page} />,
	changePassword: () => <ChangePassword />,
	showPhrase: (screen) => <ShowPhrase hasPhrase={screen.hasPhrase} touch={screen.touch} />,
	exportKey: (screen) => (
		<ExportKey key={screen.address.address} address={screen.address} touch={screen.touch} />
	),
	secret: (screen) => <SecretScreen key={screen.secret.hidesAt} secret={screen.secret} />,
	restore: (screen) => <Restore hasPhrase={screen.hasPhrase} imported={screen.imported} />,
	restored: (screen) => (
		<Restored accounts={screen.accounts} lost={screen.lost} previousFile={screen.previousFile} />
	),
	network: (screen) => <NetworksScreen add={screen.add} toReview={screen.toReview} />,
	autoLock: () => <AutoLock />,
	blindSigning: () => <BlindSigning />,
	ledger: (screen) => <LedgerScreen ledger={screen.ledger} />,
	rules: (screen) => <RulesScreen rules={screen.rules} />,
	contacts: (screen) => <ContactsScreen book={screen.book} />,
	send: (screen) => <SendScreen key={screen.from ?? ""} screen={screen} />,
	signIn: (screen) => <SignInScreen identity={screen.identity} />,
	agents: (screen) => <AgentsScreen screen={screen} />,
	agentDoors: (screen) => <AgentDoors screen={screen} />,
	build: (screen) => <BuildScreen key={screen.build?.id ?? ""} build={screen.build} />,
	topUp: (screen) => <TopUpScreen account={screen.account} />,
	removeApp: (screen) => <RemoveAppScreen key={screen.app?.applicationId ?? 0} app={screen.app} />,
};

/** Renders the screens that no request needs. They load after all others. */
export function LaterScreens<Name extends LaterScreen["screen"]>({
	screen,
}: {
	screen: ScreenNamed<Name> & { readonly screen: Name };
}) {
	return SCREENS[screen.screen](screen);
}
