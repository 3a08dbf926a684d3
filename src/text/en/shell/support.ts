/** Texts of support. */
export const support = {
	"support.not-shown": "Nothing was shown yet. Look at the diagnostics first.",
	"support.title": "Diagnostics",
	"support.help": "Version, settings and the log’s last lines, without keys, tokens or addresses.",
	"support.show": "Show diagnostics",
	"support.save": "Save…",
	"support.text": "What would be saved",
	"support.computer": "What works here",
	"support.computer.help":
		"Sandbox, keychain, tray, notifications, USB, fonts and networks, each with its cure.",
	"support.examine": "Check this computer",
} as const;
