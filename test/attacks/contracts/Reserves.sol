// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import "./Moves.sol";

/// Supply or debt in one asset as a token. Only the pool can mint and burn it.
contract ReserveToken is ERC20 {
	address public immutable POOL;
	address public immutable UNDERLYING_ASSET_ADDRESS;
	bool private immutable debt;
	uint8 private immutable places;
	mapping(address => mapping(address => uint256)) public borrowAllowance;

	event BorrowAllowanceDelegated(address indexed fromUser, address indexed toUser, address indexed asset, uint256 amount);

	constructor(string memory name, string memory symbol, uint8 decimals_, address pool, address asset, bool debt_)
		ERC20(name, symbol)
	{
		POOL = pool;
		UNDERLYING_ASSET_ADDRESS = asset;
		debt = debt_;
		places = decimals_;
	}

	function decimals() public view override returns (uint8) {
		return places;
	}

	function mint(address to, uint256 amount) external {
		require(msg.sender == POOL, "23");
		_mint(to, amount);
	}

	function burn(address from, address to, uint256 amount) external {
		require(msg.sender == POOL, "23");
		_burn(from, amount);
		if (!debt) Moves.pay(UNDERLYING_ASSET_ADDRESS, to, amount);
	}

	function lend(address to, uint256 amount) external {
		require(msg.sender == POOL, "23");
		Moves.pay(UNDERLYING_ASSET_ADDRESS, to, amount);
	}

	function approveDelegation(address delegatee, uint256 amount) external {
		borrowAllowance[msg.sender][delegatee] = amount;
		emit BorrowAllowanceDelegated(msg.sender, delegatee, UNDERLYING_ASSET_ADDRESS, amount);
	}

	function useDelegation(address owner, address user, uint256 amount) external {
		require(msg.sender == POOL, "23");
		borrowAllowance[owner][user] -= amount;
	}

	function _beforeTokenTransfer(address from, address to, uint256) internal view override {
		require(!debt || from == address(0) || to == address(0), "80");
	}
}

/// Aave v3 pool without interest. Supplies have the price of the market, and up to 80% of it can be borrowed.
contract ReservePool {
	struct Reserve {
		ReserveToken supplied;
		ReserveToken owed;
	}
	Market private immutable market;
	address private immutable keeper;
	address[] private assets;
	mapping(address => Reserve) private reserves;

	event Supply(address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint16 indexed referralCode);
	event Withdraw(address indexed reserve, address indexed user, address indexed to, uint256 amount);
	event Borrow(
		address indexed reserve,
		address user,
		address indexed onBehalfOf,
		uint256 amount,
		uint8 interestRateMode,
		uint256 borrowRate,
		uint16 indexed referralCode
	);
	event Repay(address indexed reserve, address indexed user, address indexed repayer, uint256 amount, bool useATokens);

	constructor(Market market_) {
		market = market_;
		keeper = msg.sender;
	}

	function initReserve(address asset, ReserveToken supplied, ReserveToken owed) external {
		require(msg.sender == keeper, "10");
		assets.push(asset);
		reserves[asset] = Reserve(supplied, owed);
	}

	function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode) external {
		Reserve storage reserve = reserves[asset];
		Moves.pull(asset, msg.sender, address(reserve.supplied), amount);
		reserve.supplied.mint(onBehalfOf, amount);
		emit Supply(asset, msg.sender, onBehalfOf, amount, referralCode);
	}

	function withdraw(address asset, uint256 amount, address to) external returns (uint256) {
		Reserve storage reserve = reserves[asset];
		uint256 taken = amount == type(uint256).max ? reserve.supplied.balanceOf(msg.sender) : amount;
		reserve.supplied.burn(msg.sender, to, taken);
		_check(msg.sender);
		emit Withdraw(asset, msg.sender, to, taken);
		return taken;
	}

	function borrow(address asset, uint256 amount, uint256 mode, uint16 referralCode, address onBehalfOf) external {
		require(mode == 2, "33");
		Reserve storage reserve = reserves[asset];
		if (onBehalfOf != msg.sender) reserve.owed.useDelegation(onBehalfOf, msg.sender, amount);
		reserve.owed.mint(onBehalfOf, amount);
		_check(onBehalfOf);
		reserve.supplied.lend(msg.sender, amount);
		emit Borrow(asset, msg.sender, onBehalfOf, amount, 2, 0, referralCode);
	}

	function repay(address asset, uint256 amount, uint256, address onBehalfOf) external returns (uint256) {
		Reserve storage reserve = reserves[asset];
		uint256 debt = reserve.owed.balanceOf(onBehalfOf);
		uint256 paid = amount > debt ? debt : amount;
		reserve.owed.burn(onBehalfOf, address(0), paid);
		Moves.pull(asset, msg.sender, address(reserve.supplied), paid);
		emit Repay(asset, onBehalfOf, msg.sender, paid, false);
		return paid;
	}

	function setUserUseReserveAsCollateral(address, bool) external {}

	function setUserEMode(uint8) external {}

	function _check(address user) private view {
		uint256 has;
		uint256 owes;
		for (uint256 i; i < assets.length; i++) {
			uint256 price = market.price(assets[i]);
			has += reserves[assets[i]].supplied.balanceOf(user) * price;
			owes += reserves[assets[i]].owed.balanceOf(user) * price;
		}
		require(owes * 10 <= has * 8, "35");
	}
}

interface IReservePool {
	function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode) external;

	function withdraw(address asset, uint256 amount, address to) external returns (uint256);
}

/// Supplies ether to the pool for the caller.
contract EtherGateway {
	address private immutable weth;
	IReservePool private immutable pool;
	address private immutable receipt;

	constructor(address weth_, IReservePool pool_, address receipt_) {
		weth = weth_;
		pool = pool_;
		receipt = receipt_;
	}

	receive() external payable {}

	function depositETH(address, address onBehalfOf, uint16 referralCode) external payable {
		IWrapped(weth).deposit{value: msg.value}();
		ERC20(weth).approve(address(pool), msg.value);
		pool.supply(weth, msg.value, onBehalfOf, referralCode);
	}

	function withdrawETH(address, uint256 amount, address to) external {
		uint256 taken = amount == type(uint256).max ? ERC20(receipt).balanceOf(msg.sender) : amount;
		Moves.pull(receipt, msg.sender, address(this), taken);
		pool.withdraw(weth, taken, address(this));
		IWrapped(weth).withdraw(taken);
		Moves.pay(address(0), to, taken);
	}
}

/// Pays out rewards that its keeper has recorded.
contract RewardsBook {
	address private immutable keeper;
	mapping(address => mapping(address => uint256)) public due;
	event RewardsClaimed(address indexed user, address indexed reward, address indexed to, address claimer, uint256 amount);

	constructor() {
		keeper = msg.sender;
	}

	function owe(address user, address token, uint256 amount) external {
		require(msg.sender == keeper);
		due[user][token] += amount;
	}

	/// Claim function of Aave.
	function claimRewards(address[] calldata, uint256 amount, address to, address reward) external returns (uint256) {
		return _pay(msg.sender, to, reward, amount);
	}

	/// Claim function of Compound.
	function claim(address, address src, bool) external {
		_pay(src, src, comp, type(uint256).max);
	}

	/// Claim function of Merkl.
	function claim(
		address[] calldata users,
		address[] calldata tokens,
		uint256[] calldata amounts,
		bytes32[][] calldata
	) external {
		for (uint256 i; i < users.length; i++) _pay(users[i], users[i], tokens[i], amounts[i]);
	}

	/// Claim function of a Merkle distributor for one token.
	function claim(uint256, address account, uint256 amount, bytes32[] calldata) external {
		_pay(account, account, comp, amount);
	}

	address public comp;

	function setToken(address token) external {
		require(msg.sender == keeper);
		comp = token;
	}

	function _pay(address user, address to, address token, uint256 most) private returns (uint256 paid) {
		paid = due[user][token] < most ? due[user][token] : most;
		due[user][token] -= paid;
		Moves.pay(token, to, paid);
		emit RewardsClaimed(user, token, to, msg.sender, paid);
	}
}

/// Compound v3 market. Its base balance is a token, and it records collateral internally.
contract CometMarket {
	string public constant name = "Compound USDC";
	string public constant symbol = "cUSDCv3";
	uint8 public constant decimals = 6;
	address public immutable baseToken;
	Market private immutable market;
	mapping(address => uint256) public balanceOf;
	mapping(address => uint256) public borrowBalanceOf;
	mapping(address => mapping(address => uint256)) private collateral;
	mapping(address => mapping(address => bool)) public isAllowed;

	event Transfer(address indexed from, address indexed to, uint256 amount);
	event Approval(address indexed owner, address indexed spender, uint256 amount);
	event Supply(address indexed from, address indexed dst, uint256 amount);
	event Withdraw(address indexed src, address indexed to, uint256 amount);
	event SupplyCollateral(address indexed from, address indexed dst, address indexed asset, uint256 amount);
	event WithdrawCollateral(address indexed src, address indexed to, address indexed asset, uint256 amount);

	constructor(address base, Market market_) {
		baseToken = base;
		market = market_;
	}

	function totalSupply() external view returns (uint256) {
		return Moves.held(baseToken);
	}

	function collateralBalanceOf(address account, address asset) external view returns (uint128) {
		return uint128(collateral[account][asset]);
	}

	function allow(address manager, bool allowed) external {
		isAllowed[msg.sender][manager] = allowed;
		emit Approval(msg.sender, manager, allowed ? type(uint256).max : 0);
	}

	function supply(address asset, uint256 amount) external {
		_supply(msg.sender, asset, amount);
	}

	function supplyTo(address dst, address asset, uint256 amount) external {
		_supply(dst, asset, amount);
	}

	function withdraw(address asset, uint256 amount) external {
		_withdraw(msg.sender, msg.sender, asset, amount);
	}

	function withdrawTo(address to, address asset, uint256 amount) external {
		_withdraw(msg.sender, to, asset, amount);
	}

	function withdrawFrom(address src, address to, address asset, uint256 amount) external {
		require(src == msg.sender || isAllowed[src][msg.sender], "Unauthorized");
		_withdraw(src, to, asset, amount);
	}

	function _supply(address dst, address asset, uint256 amount) private {
		Moves.pull(asset, msg.sender, address(this), amount);
		if (asset != baseToken) {
			collateral[dst][asset] += amount;
			emit SupplyCollateral(msg.sender, dst, asset, amount);
			return;
		}
		uint256 repaid = borrowBalanceOf[dst] < amount ? borrowBalanceOf[dst] : amount;
		borrowBalanceOf[dst] -= repaid;
		balanceOf[dst] += amount - repaid;
		emit Supply(msg.sender, dst, amount);
		if (amount > repaid) emit Transfer(address(0), dst, amount - repaid);
	}

	function _withdraw(address src, address to, address asset, uint256 amount) private {
		if (asset != baseToken) {
			collateral[src][asset] -= amount;
			require(_covered(src, asset), "NotCollateralized");
			Moves.pay(asset, to, amount);
			emit WithdrawCollateral(src, to, asset, amount);
			return;
		}
		uint256 all = amount == type(uint256).max ? balanceOf[src] : amount;
		uint256 own = balanceOf[src] < all ? balanceOf[src] : all;
		balanceOf[src] -= own;
		borrowBalanceOf[src] += all - own;
		require(all == own || _covered(src, weth), "NotCollateralized");
		Moves.pay(asset, to, all);
		emit Withdraw(src, to, all);
		if (own > 0) emit Transfer(src, address(0), own);
	}

	address private constant weth = 0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2;

	function _covered(address src, address asset) private view returns (bool) {
		return
			borrowBalanceOf[src] * market.price(baseToken) * 10 <=
			collateral[src][asset] * market.price(asset) * 8;
	}
}

/// Isolated markets of Morpho Blue.
contract BlueBook {
	struct MarketParams {
		address loanToken;
		address collateralToken;
		address oracle;
		address irm;
		uint256 lltv;
	}
	struct Position {
		uint256 supplyShares;
		uint128 borrowShares;
		uint128 collateral;
	}

	Market private immutable market;
	mapping(bytes32 => mapping(address => Position)) public position;
	mapping(address => mapping(address => bool)) public isAuthorized;

	event SetAuthorization(address indexed caller, address indexed authorizer, address indexed authorized, bool newIsAuthorized);
	event Supply(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets, uint256 shares);
	event Withdraw(bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets, uint256 shares);
	event SupplyCollateral(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets);
	event Borrow(bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets, uint256 shares);
	event Repay(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets, uint256 shares);

	constructor(Market market_) {
		market = market_;
	}

	modifier mayAct(address onBehalf) {
		require(onBehalf == msg.sender || isAuthorized[onBehalf][msg.sender], "unauthorized");
		_;
	}

	function setAuthorization(address authorized, bool newIsAuthorized) external {
		isAuthorized[msg.sender][authorized] = newIsAuthorized;
		emit SetAuthorization(msg.sender, msg.sender, authorized, newIsAuthorized);
	}

	function supply(MarketParams memory params, uint256 assets, uint256, address onBehalf, bytes calldata)
		external
		returns (uint256, uint256)
	{
		position[_id(params)][onBehalf].supplyShares += assets * 1e6;
		emit Supply(_id(params), msg.sender, onBehalf, assets, assets * 1e6);
		Moves.pull(params.loanToken, msg.sender, address(this), assets);
		return (assets, assets * 1e6);
	}

	function withdraw(MarketParams memory params, uint256 assets, uint256 shares, address onBehalf, address receiver)
		external
		mayAct(onBehalf)
		returns (uint256, uint256)
	{
		uint256 taken = assets > 0 ? assets : shares / 1e6;
		position[_id(params)][onBehalf].supplyShares -= taken * 1e6;
		emit Withdraw(_id(params), msg.sender, onBehalf, receiver, taken, taken * 1e6);
		Moves.pay(params.loanToken, receiver, taken);
		return (taken, taken * 1e6);
	}

	function supplyCollateral(MarketParams memory params, uint256 assets, address onBehalf, bytes calldata) external {
		position[_id(params)][onBehalf].collateral += uint128(assets);
		emit SupplyCollateral(_id(params), msg.sender, onBehalf, assets);
		Moves.pull(params.collateralToken, msg.sender, address(this), assets);
	}

	function withdrawCollateral(MarketParams memory params, uint256 assets, address onBehalf, address receiver)
		external
		mayAct(onBehalf)
	{
		position[_id(params)][onBehalf].collateral -= uint128(assets);
		_check(params, onBehalf);
		Moves.pay(params.collateralToken, receiver, assets);
	}

	function borrow(MarketParams memory params, uint256 assets, uint256, address onBehalf, address receiver)
		external
		mayAct(onBehalf)
		returns (uint256, uint256)
	{
		position[_id(params)][onBehalf].borrowShares += uint128(assets * 1e6);
		_check(params, onBehalf);
		emit Borrow(_id(params), msg.sender, onBehalf, receiver, assets, assets * 1e6);
		Moves.pay(params.loanToken, receiver, assets);
		return (assets, assets * 1e6);
	}

	function repay(MarketParams memory params, uint256 assets, uint256 shares, address onBehalf, bytes calldata)
		external
		returns (uint256, uint256)
	{
		uint256 paid = assets > 0 ? assets : shares / 1e6;
		position[_id(params)][onBehalf].borrowShares -= uint128(paid * 1e6);
		emit Repay(_id(params), msg.sender, onBehalf, paid, paid * 1e6);
		Moves.pull(params.loanToken, msg.sender, address(this), paid);
		return (paid, paid * 1e6);
	}

	function _check(MarketParams memory params, address onBehalf) private view {
		Position storage held = position[_id(params)][onBehalf];
		uint256 owes = (held.borrowShares / 1e6) * market.price(params.loanToken);
		require(owes * 1e18 <= held.collateral * market.price(params.collateralToken) * params.lltv, "insufficient collateral");
	}

	function _id(MarketParams memory params) private pure returns (bytes32) {
		return keccak256(abi.encode(params));
	}
}
