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

/** Renders the screens that no request needs. They load after all others. */
export function LaterScreens({ screen }: { screen: LaterScreen }) {
	switch (screen.screen) {
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
			return <PracticeScreen review={screen.review} />;
		case "phrase":
			return <Phrase words={screen.words} />;
		case "phraseCheck":
			return (
				<PhraseCheck key={screen.positions.join(" ")} positions={screen.positions} wrong={screen.wrong} />
			);
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
			return <Restored accounts={screen.accounts} lost={screen.lost} previousFile={screen.previousFile} />;
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
		case "send":
			return <SendScreen key={screen.from ?? ""} screen={screen} />;
		case "signIn":
			return <SignInScreen identity={screen.identity} />;
		case "agents":
			return <AgentsScreen screen={screen} />;
		case "agentDoors":
			return <AgentDoors screen={screen} />;
		case "build":
			return <BuildScreen key={screen.build?.id ?? ""} build={screen.build} />;
		case "topUp":
			return <TopUpScreen account={screen.account} />;
		case "removeApp":
			return <RemoveAppScreen key={screen.app?.applicationId ?? 0} app={screen.app} />;
	}
}
