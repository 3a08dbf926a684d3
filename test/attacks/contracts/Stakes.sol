// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import "./Moves.sol";

/// Lido's stETH. Balances are shares of the pooled ether and grow with it.
contract StakedEther {
	string public constant name = "Liquid staked Ether 2.0";
	string public constant symbol = "stETH";
	uint8 public constant decimals = 18;
	uint256 public pooled;
	uint256 public shares;
	mapping(address => uint256) public sharesOf;
	mapping(address => mapping(address => uint256)) public allowance;

	event Transfer(address indexed from, address indexed to, uint256 value);
	event TransferShares(address indexed from, address indexed to, uint256 sharesValue);
	event Approval(address indexed owner, address indexed spender, uint256 value);
	event Submitted(address indexed sender, uint256 amount, address referral);

	/// Ether that was staked before, plus 10% earned.
	constructor() {
		shares = 1_000_000 ether;
		pooled = 1_180_000 ether;
		sharesOf[address(this)] = shares;
	}

	receive() external payable {
		submit(address(0));
	}

	function submit(address referral) public payable returns (uint256 made) {
		require(msg.value > 0, "ZERO_DEPOSIT");
		made = getSharesByPooledEth(msg.value);
		pooled += msg.value;
		shares += made;
		sharesOf[msg.sender] += made;
		emit Submitted(msg.sender, msg.value, referral);
		emit Transfer(address(0), msg.sender, msg.value);
		emit TransferShares(address(0), msg.sender, made);
	}

	function totalSupply() external view returns (uint256) {
		return pooled;
	}

	function getSharesByPooledEth(uint256 amount) public view returns (uint256) {
		return (amount * shares) / pooled;
	}

	function getPooledEthByShares(uint256 amount) public view returns (uint256) {
		return (amount * pooled) / shares;
	}

	function balanceOf(address account) public view returns (uint256) {
		return getPooledEthByShares(sharesOf[account]);
	}

	function approve(address spender, uint256 amount) external returns (bool) {
		allowance[msg.sender][spender] = amount;
		emit Approval(msg.sender, spender, amount);
		return true;
	}

	function transfer(address to, uint256 amount) external returns (bool) {
		_move(msg.sender, to, amount);
		return true;
	}

	function transferFrom(address from, address to, uint256 amount) external returns (bool) {
		if (allowance[from][msg.sender] != type(uint256).max) allowance[from][msg.sender] -= amount;
		_move(from, to, amount);
		return true;
	}

	function _move(address from, address to, uint256 amount) private {
		uint256 moved = getSharesByPooledEth(amount);
		sharesOf[from] -= moved;
		sharesOf[to] += moved;
		emit Transfer(from, to, amount);
		emit TransferShares(from, to, moved);
	}
}

/// Lido's wstETH, whose balances do not grow.
contract WrappedStakedEther is ERC20 {
	StakedEther public immutable stETH;

	constructor(StakedEther stETH_) ERC20("Wrapped liquid staked Ether 2.0", "wstETH") {
		stETH = stETH_;
	}

	function wrap(uint256 amount) external returns (uint256 made) {
		made = stETH.getSharesByPooledEth(amount);
		_mint(msg.sender, made);
		stETH.transferFrom(msg.sender, address(this), amount);
	}

	function unwrap(uint256 amount) external returns (uint256 paid) {
		paid = stETH.getPooledEthByShares(amount);
		_burn(msg.sender, amount);
		stETH.transfer(msg.sender, paid);
	}

	receive() external payable {
		_mint(msg.sender, stETH.submit{value: msg.value}(address(0)));
	}
}

/// Lido's withdrawal queue. Each request is an NFT until it is claimed.
contract WithdrawalQueue is ERC721 {
	StakedEther private immutable stETH;
	uint256 private last = 50_000;
	mapping(uint256 => uint256) public amountOf;
	mapping(uint256 => bool) public finalized;
	event WithdrawalRequested(uint256 indexed requestId, address indexed requestor, address indexed owner, uint256 amount);
	event WithdrawalClaimed(uint256 indexed requestId, address indexed owner, address indexed receiver, uint256 amount);

	constructor(StakedEther stETH_) ERC721("Lido: stETH Withdrawal NFT", "unstETH") {
		stETH = stETH_;
	}

	receive() external payable {}

	function requestWithdrawals(uint256[] calldata amounts, address owner) external returns (uint256[] memory ids) {
		ids = new uint256[](amounts.length);
		for (uint256 i; i < amounts.length; i++) {
			stETH.transferFrom(msg.sender, address(this), amounts[i]);
			ids[i] = ++last;
			amountOf[last] = amounts[i];
			_mint(owner == address(0) ? msg.sender : owner, last);
			emit WithdrawalRequested(last, msg.sender, owner, amounts[i]);
		}
	}

	/// Finalizes a request, as the oracle does once the ether is available.
	function finalize(uint256 id) external payable {
		finalized[id] = true;
	}

	function claimWithdrawal(uint256 id) public {
		require(ownerOf(id) == msg.sender, "NotOwner");
		require(finalized[id], "RequestNotFoundOrNotFinalized");
		_burn(id);
		emit WithdrawalClaimed(id, msg.sender, msg.sender, amountOf[id]);
		Moves.pay(address(0), msg.sender, amountOf[id]);
	}

	function claimWithdrawals(uint256[] calldata ids, uint256[] calldata) external {
		for (uint256 i; i < ids.length; i++) claimWithdrawal(ids[i]);
	}
}

/// Rocket Pool's rETH, redeemed at its exchange rate.
contract RocketEther is ERC20 {
	address public immutable pool;

	constructor(address pool_) ERC20("Rocket Pool ETH", "rETH") {
		pool = pool_;
	}

	receive() external payable {}

	function getRethValue(uint256 amount) public pure returns (uint256) {
		return (amount * 100) / 113;
	}

	function getEthValue(uint256 amount) public pure returns (uint256) {
		return (amount * 113) / 100;
	}

	function mint(uint256 amount, address to) external {
		require(msg.sender == pool, "Invalid or outdated contract");
		_mint(to, getRethValue(amount));
	}

	function burn(uint256 amount) external {
		_burn(msg.sender, amount);
		Moves.pay(address(0), msg.sender, getEthValue(amount));
	}
}

contract RocketDeposits {
	RocketEther private immutable token;
	event DepositReceived(address indexed from, uint256 amount, uint256 time);

	constructor(RocketEther token_) {
		token = token_;
	}

	function deposit() external payable {
		require(msg.value >= 0.01 ether, "The deposited amount is less than the minimum deposit size");
		emit DepositReceived(msg.sender, msg.value, block.timestamp);
		token.mint(msg.value, msg.sender);
		Moves.pay(address(0), address(token), msg.value);
	}
}

/// Staking reward pool by Synthetix, as many protocols have copied it. It has a `balanceOf` but is not a
/// token.
contract StakingPool {
	address public immutable stakingToken;
	address public immutable rewardsToken;
	uint256 public totalSupply;
	mapping(address => uint256) public balanceOf;
	mapping(address => uint256) private due;

	event Staked(address indexed user, uint256 amount);
	event Withdrawn(address indexed user, uint256 amount);
	event RewardPaid(address indexed user, uint256 reward);

	constructor(address staking, address rewards) {
		stakingToken = staking;
		rewardsToken = rewards;
	}

	function earned(address account) public view returns (uint256) {
		return due[account];
	}

	function stake(uint256 amount) external {
		require(amount > 0, "Cannot stake 0");
		totalSupply += amount;
		balanceOf[msg.sender] += amount;
		Moves.pull(stakingToken, msg.sender, address(this), amount);
		emit Staked(msg.sender, amount);
	}

	function withdraw(uint256 amount) public {
		require(amount > 0, "Cannot withdraw 0");
		totalSupply -= amount;
		balanceOf[msg.sender] -= amount;
		Moves.pay(stakingToken, msg.sender, amount);
		emit Withdrawn(msg.sender, amount);
	}

	function getReward() public {
		uint256 reward = due[msg.sender];
		if (reward == 0) return;
		due[msg.sender] = 0;
		Moves.pay(rewardsToken, msg.sender, reward);
		emit RewardPaid(msg.sender, reward);
	}

	function exit() external {
		withdraw(balanceOf[msg.sender]);
		getReward();
	}

	/// Adds rewards. Only the setup calls this.
	function accrue(address account, uint256 reward) external {
		due[account] += reward;
	}
}

/// EigenLayer's StrategyManager, with one share per token.
contract StrategyManager {
	mapping(address => mapping(address => uint256)) public stakerStrategyShares;
	event Deposit(address staker, address token, address strategy, uint256 shares);

	function depositIntoStrategy(address strategy, address token, uint256 amount) external returns (uint256) {
		require(strategy.code.length > 0, "StrategyNotWhitelisted");
		Moves.pull(token, msg.sender, strategy, amount);
		stakerStrategyShares[msg.sender][strategy] += amount;
		emit Deposit(msg.sender, token, strategy, amount);
		return amount;
	}
}

contract Strategy {
	address public immutable underlyingToken;

	constructor(address token) {
		underlyingToken = token;
	}
}

/// EigenLayer's DelegationManager.
contract DelegationManager {
	struct SignatureWithExpiry {
		bytes signature;
		uint256 expiry;
	}
	mapping(address => address) public delegatedTo;
	mapping(address => bool) public isOperator;
	event StakerDelegated(address indexed staker, address indexed operator);
	event StakerUndelegated(address indexed staker, address indexed operator);

	function registerAsOperator(address, uint32, string calldata) external {
		isOperator[msg.sender] = true;
	}

	function delegateTo(address operator, SignatureWithExpiry calldata, bytes32) external {
		require(delegatedTo[msg.sender] == address(0), "ActivelyDelegated");
		require(isOperator[operator], "OperatorNotRegistered");
		delegatedTo[msg.sender] = operator;
		emit StakerDelegated(msg.sender, operator);
	}

	function undelegate(address staker) external {
		require(staker == msg.sender, "CallerCannotUndelegate");
		emit StakerUndelegated(staker, delegatedTo[staker]);
		delegatedTo[staker] = address(0);
	}
}
