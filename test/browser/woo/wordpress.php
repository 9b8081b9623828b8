<?php
/** Functions of WordPress and WooCommerce that the snippet of docs/install.md calls; prints the page of a shop that runs it. */
define('HEARTBELL_IDENTITY_SECRET', 'the identity secret');

$actions = [];
function add_action($name, $run, $priority = 10) { global $actions; $actions[$name][] = $run; }
function do_action($name) { global $actions; foreach ($actions[$name] ?? [] as $run) $run(); }
function is_user_logged_in() { return true; }
function wp_get_current_user() { return (object) ['user_email' => 'ada@shop.example']; }
function esc_attr($text) { return htmlspecialchars((string) $text, ENT_QUOTES); }
function esc_url($url) { return htmlspecialchars((string) $url, ENT_QUOTES); }
function wp_json_encode($value) { return json_encode($value); }
function get_woocommerce_currency() { return 'EUR'; }

class Product {
  public function __construct(private int $id, private string $name, private string $price, private array $variations = []) {}
  public function is_type($type) { return $type === ($this->variations ? 'variable' : 'simple'); }
  public function get_id() { return $this->id; }
  public function get_name() { return $this->name; }
  public function get_price() { return $this->price; }
  public function get_permalink() { return "https://shop.example/product/$this->id"; }
  public function get_available_variations() { return $this->variations; }
}

function variation($id, $colour, $price, $isInStock) {
  return ['variation_id' => $id, 'attributes' => ['attribute_pa_colour' => $colour], 'display_price' => $price,
    'image' => ['url' => "https://shop.example/$id.jpg"], 'is_in_stock' => $isInStock];
}

require $argv[1] ?? __DIR__ . '/snippet.php';

do_action('wp_head');
$product = new Product(20, 'Pot & "Lid"', '30', [variation(21, 'Red', 30, true), variation(22, 'Blue', 32.5, false)]);
do_action('woocommerce_single_product_summary');
$product = new Product(31, 'Mug', '14.00');
do_action('woocommerce_after_shop_loop_item');
