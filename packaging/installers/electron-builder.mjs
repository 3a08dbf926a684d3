// Configures electron-builder, which packages our archive unchanged: as an installer for Windows, a disk image
// for macOS and an AppImage for Linux. The packages are signed only if the release's secrets are set.
import { join } from "node:path";
import { afterPack } from "../after-pack.ts";

const { COUNTERSIGN_DIST: dist, COUNTERSIGN_ELECTRON: electron, CSC_LINK, APPLE_API_KEY } = process.env;
if (dist === undefined || electron === undefined) throw new Error("Run by npm run package.");
const own = import.meta.dirname;
const signed = CSC_LINK !== undefined && CSC_LINK !== "";

export default {
	appId: "app.countersign",
	productName: "Countersign",
	copyright: "Copyright © 2026 The Countersign developers",
	directories: {
		app: join(dist, "resources"),
		output: join(dist, "release"),
		buildResources: join(dist, "icons"),
	},
	// biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills these in
	artifactName: "countersign-${version}-${os}-${arch}.${ext}",
	electronVersion: process.env.COUNTERSIGN_ELECTRON_VERSION,
	electronDist: electron,
	electronLanguages: process.platform === "darwin" ? ["en", "en_GB"] : ["en-US", "en-GB"],
	npmRebuild: false,
	publish: null,
	protocols: [{ name: "Countersign", schemes: ["countersign"] }],
	afterPack,
	mac: {
		target: [{ target: "dmg" }],
		category: "public.app-category.finance",
		icon: join(dist, "icons", "icon.icns"),
		darkModeSupport: true,
		// Without a certificate, signs ad hoc, because arm64 runs no unsigned code. Such a signature names no team,
		// so the hardened runtime would not let Electron load its own frameworks.
		...(signed ? {} : { identity: "-" }),
		hardenedRuntime: signed,
		entitlements: join(own, "mac.entitlements.plist"),
		entitlementsInherit: join(own, "mac.entitlements.plist"),
		notarize: signed && APPLE_API_KEY !== undefined,
	},
	win: {
		// Windows shows an app's notifications only if its shortcut has the app's ID (app.setAppUserModelId).
		appId: "Countersign",
		target: [{ target: "nsis" }],
		icon: join(dist, "icons", "icon.ico"),
	},
	nsis: {
		oneClick: false,
		perMachine: false,
		deleteAppDataOnUninstall: false,
		allowToChangeInstallationDirectory: true,
	},
	// AppImage runtime that doesn't require libfuse2.
	toolsets: { appimage: "1.0.3" },
	linux: {
		target: [{ target: "AppImage" }],
		executableName: "countersign",
		icon: join(dist, "icons"),
		category: "Office;Finance",
		syncDesktopName: true,
		desktop: {
			entry: {
				GenericName: "Wallet companion",
				Comment: "Review and sign what an AI agent asks for",
				StartupWMClass: "countersign",
				Keywords: "wallet;ethereum;solana;ledger;agent;sign;",
			},
		},
	},
};
