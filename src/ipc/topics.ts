import type { Text } from "../core/localized-text.ts";
import type { UpdatesView } from "./about.ts";
import type { ActivityRow } from "./activity.ts";
import type { BookView } from "./address-book.ts";
import type { AgentsView } from "./agents.ts";
import type { ServiceAccountView } from "./billing.ts";
import type { CatalogView } from "./catalog.ts";
import type { ConnectionView, SessionRow } from "./conversations.ts";
import type { HomeBudget, HomeView } from "./home.ts";
import type { InboxEntryView, RejectionView } from "./inbox.ts";
import type { PowersView } from "./powers.ts";
import type { SettingsView } from "./settings.ts";
import type { IdentityBrief } from "./sign-in.ts";
import type { AccountView, VaultView } from "./wallet.ts";

interface Topic<View> {
	readonly view?: View;
}

const topic = <View>(): Topic<View> => ({});

/** The desk's topics. Windows import this file at run time, so it must not contain schemas. */
const TOPICS = {
	inbox: topic<readonly InboxEntryView[]>(),
	rejections: topic<readonly RejectionView[]>(),
	agents: topic<AgentsView>(),
	sessions: topic<readonly SessionRow[]>(),
	accounts: topic<readonly AccountView[]>(),
	activity: topic<readonly ActivityRow[]>(),
	connection: topic<ConnectionView>(),
	vault: topic<VaultView>(),
	settings: topic<SettingsView>(),
	book: topic<BookView>(),
	powers: topic<PowersView>(),
	home: topic<HomeView>(),
	budgets: topic<readonly HomeBudget[]>(),
	identity: topic<IdentityBrief>(),
	catalog: topic<CatalogView>(),
	serviceAccount: topic<ServiceAccountView>(),
	connected: topic<{ readonly evm: string | null; readonly svm: string | null }>(),
	/** Problems with the app, such as a full disk. The most urgent one comes first. */
	alerts: topic<readonly Text[]>(),
	updates: topic<UpdatesView>(),
	setup: topic<{ readonly done: number; readonly of: number } | null>(),
};

export type DeskTopic = keyof typeof TOPICS;

type ViewOf<T> = T extends Topic<infer View> ? View : never;

export type TopicViews = { readonly [Name in DeskTopic]: ViewOf<(typeof TOPICS)[Name]> };

export const DESK_TOPICS = Object.keys(TOPICS) as readonly DeskTopic[];
